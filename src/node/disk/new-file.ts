import { existsSync, renameSync, writeFileSync } from "node:fs";
import { InputError } from "../../errors.ts";
import { discard } from "./discard.ts";
import { newFileError } from "./disk.ts";

/**
 * Writes a file that must not exist yet, or with `force` replaces it; a failed write leaves the old file unchanged.
 * @throws InputError if the file exists and `force` is not set, or if it cannot be written.
 */
export function writeNewFile(path: string, content: string | Uint8Array, force: boolean): void {
  const target = force ? `${path}.${process.pid}.part` : path;
  try {
    writeFileSync(target, content, { flag: "wx" });
    if (force) renameSync(target, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && !force) throw existsAlready(path);
    // An unfinished file is of no use.
    if (code !== "EEXIST") discard(target);
    throw newFileError(error, path);
  }
}

/** @throws InputError if the file exists and `force` is not set. */
export function requireNewFile(path: string, force: boolean): void {
  if (!force && existsSync(path)) throw existsAlready(path);
}

function existsAlready(file: string): InputError {
  return new InputError("exists already: --force overwrites it", { file });
}
