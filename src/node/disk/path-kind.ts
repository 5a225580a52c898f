import { statSync } from "node:fs";

/** Whether a path names a file. @throws NodeJS.ErrnoException of the operating system if the path may not be looked at. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Whether a path names a folder. @throws NodeJS.ErrnoException of the operating system if the path may not be looked at. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
