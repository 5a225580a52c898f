import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it that are missing; a folder that exists is left as it is. Stands for
 * `mkdirSync(path, { recursive: true })`, which on Node 20 never returns where the system refuses with ENOENT below a folder
 * that exists, as /proc does.
 * @param mode permissions of the folders that are made.
 * @throws NodeJS.ErrnoException of the operating system if a folder cannot be made; those made before remain.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  let folder = resolve(path);
  while (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    missing.push(folder);
    folder = dirname(folder);
  }
  // Nothing is missing of a path that exists; what is there may be a file, which the system then says.
  for (const next of missing.length === 0 ? [folder] : missing.reverse()) makeOne(next, mode);
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it since, or it was there.
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
