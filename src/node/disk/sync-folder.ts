import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** Error codes of systems that cannot open a folder as a file; their renames need no sync. */
const NO_FOLDERS = ["EISDIR", "EPERM", "EACCES", "EINVAL"];

/** Waits until the disk has a file's name: without it a rename may be lost in a power failure. @param file below the folder. */
export function syncFolderOf(file: string): void {
  try {
    const descriptor = openSync(dirname(file), "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!NO_FOLDERS.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
