import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and its missing parents; an existing folder keeps its content and permissions. It replaces
 * `mkdirSync(path, { recursive: true })`, which on Node 20 never returns if the system refuses with ENOENT below a
 * folder that exists, as /proc does.
 * @param mode permissions of the new folders.
 * @returns the new folders, a parent before its child.
 * @throws NodeJS.ErrnoException of the operating system if a folder cannot be made; folders made before remain.
 */
export function makeFolder(path: string, mode = 0o777): readonly string[] {
  const missing: string[] = [];
  let folder = resolve(path);
  while (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    missing.push(folder);
    folder = dirname(folder);
  }
  // An existing path lacks no folder; if it is a file, the system reports that.
  for (const next of missing.length === 0 ? [folder] : missing.reverse()) makeOne(next, mode);
  return missing;
}

/** Removes new folders that are still empty, after a command was refused. @param made result of `makeFolder`. */
export function removeEmpty(made: readonly string[]): void {
  for (const folder of [...made].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      // It holds something, also of another process.
      return;
    }
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it since, or it existed before.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
