import { accessSync, constants, existsSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InputError } from "../../errors.ts";
import { discard, newFileError } from "./disk.ts";

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

/**
 * Requires, before long work, that its result can be written, as far as the operating system knows that.
 * @param options `makesFolder`: the folder will be made if it is missing.
 * @throws InputError as `writeNewFile`.
 */
export function requireWritable(
  path: string,
  { force, makesFolder = false }: { readonly force: boolean; readonly makesFolder?: boolean },
): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    requireNewFile(path, force);
    let folder = dirname(resolve(path));
    while (makesFolder && statSync(folder, { throwIfNoEntry: false }) === undefined) folder = dirname(folder);
    // The dot asks for a folder, not a file.
    accessSync(`${folder}/.`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw error instanceof InputError ? error : newFileError(error, path);
  }
}

function existsAlready(file: string): InputError {
  return new InputError("exists already: --force overwrites it", { file });
}
