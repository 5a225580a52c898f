import { readFileSync, statSync } from "node:fs";

/** Whether a path names a file. @throws NodeJS.ErrnoException of the operating system if the path may not be looked at. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Whether a path names a folder. @throws NodeJS.ErrnoException of the operating system if the path may not be looked at. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Whether a file system, or a file of another folder, is mounted at this very path. Known on Linux alone.
 * @param path without symbolic links.
 */
export function isMountPoint(path: string): boolean {
  let mounts: string;
  try {
    mounts = readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return false;
  }
  // The fifth field of a line, in which spaces and other special characters are octal numbers.
  return mounts.split("\n").some((line) => {
    const field = line.split(" ")[4] ?? "";
    return field.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))) === path;
  });
}
