import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InputError } from "../../errors.ts";
import { isFolder } from "./path-kind.ts";

/** Writes all bytes to a file descriptor. Tests pass a function that fails. */
export type WriteBytes = (descriptor: number, bytes: Uint8Array) => void;

/** Writes all bytes, in as many writes as necessary. */
export const writeBytes: WriteBytes = (descriptor, bytes) => {
  let offset = 0;
  while (offset < bytes.length) offset += writeSync(descriptor, bytes, offset);
};

/** Writes all bytes from a place in the file on. */
export function writeBytesAt(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
  }
}

/** Options for writing a file. */
interface WriteOptions {
  /** Permissions of a new file, 0666 if left out. */
  readonly mode?: number;
  readonly write?: WriteBytes;
}

/**
 * Writes a file so that readers see either the old content or the new, even after a crash or a power failure: it writes
 * a temporary file and renames it.
 * @throws InputError if the folder cannot be written or the disk is full; the old content is then untouched.
 * @example
 * writeFileAtomic(join(folder, "entry.json"), JSON.stringify(entry), { mode: 0o600 });
 */
export function writeFileAtomic(path: string, text: string, options: WriteOptions = {}): void {
  writeFileWhile(path, text, () => true, options);
}

/**
 * Writes a file as `writeFileAtomic`, unless `may` refuses.
 * @param may called once the new content is on the disk, just before it replaces the old content.
 * @returns whether the file was written; if not, the old content is untouched.
 * @throws InputError as `writeFileAtomic`.
 */
export function writeFileWhile(path: string, text: string, may: () => boolean, options: WriteOptions = {}): boolean {
  const temporary = writeTemporary(path, text, options);
  try {
    if (!may()) return false;
    renameSync(temporary, path);
    syncFolderOf(path);
    return true;
  } catch (error) {
    throw diskError(error, path);
  } finally {
    discard(temporary);
  }
}

/**
 * Writes a temporary file beside the final path.
 * @returns its path, `….PID-RANDOM.tmp`.
 * @throws InputError if the folder cannot be written or the disk is full; no file remains then.
 */
export function writeTemporary(path: string, text: string, options: WriteOptions = {}): string {
  try {
    return writeBeside(path, new TextEncoder().encode(text), options);
  } catch (error) {
    throw diskError(error, path);
  }
}

/** Writes a temporary file of bytes. @throws NodeJS.ErrnoException of the operating system; no file remains then. */
function writeBeside(
  path: string,
  bytes: Uint8Array,
  { mode, write = writeBytes, isSynced = true }: WriteOptions & { readonly isSynced?: boolean },
): string {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    makeFolder(dirname(path));
    const descriptor = openSync(temporary, "wx", mode);
    try {
      write(descriptor, bytes);
      if (isSynced) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return temporary;
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/**
 * Writes a file of bytes that readers check by a hash: readers see either the old content or the new, but after a power failure the
 * content may be incomplete.
 * @throws NodeJS.ErrnoException of the operating system; the old content is then untouched.
 */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const temporary = writeBeside(path, bytes, { isSynced: false });
  try {
    renameSync(temporary, path);
  } finally {
    discard(temporary);
  }
}

/** Makes a folder as `makeFolder`. @throws InputError if it cannot be made. */
export function makeOutputFolder(path: string): readonly string[] {
  try {
    return makeFolder(path);
  } catch (error) {
    throw diskError(error, path);
  }
}

/** The operating system's refusal in words; any other error unchanged. */
export function diskError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const reason = code === undefined ? undefined : REASONS[code];
  if (reason === undefined) return error;
  return new InputError(`cannot be written: ${reason}; earlier content is kept`, { file: path });
}

/** The operating system's refusal of a new file. */
export function newFileError(error: unknown, file: string): InputError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const reason = code === "ENOENT" ? "there is no such folder" : (REASONS[code] ?? message);
  return new InputError(`cannot be written: ${reason}`, { file });
}

const REASONS: Record<string, string> = {
  EACCES: "no permission, choose another --out",
  EDQUOT: "the disk quota is used up, free some space and run the same command again",
  EEXIST: "a file of that name stands in the way",
  EFBIG: "the file would be larger than allowed",
  EIO: "the disk failed",
  EISDIR: "a folder of that name stands in the way",
  ENOENT: "the folder is gone or cannot be made",
  ENOSPC: "no space left on the disk, free some and run the same command again",
  ENOTDIR: "a part of the path is a file, choose another --out",
  EPERM: "no permission, choose another --out",
  EROFS: "the file system is read-only, choose another --out",
};

/** The operating system's code of an error. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** Whether a file is missing. ESTALE: another host has removed the file while it was open here. */
export function isGone(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || errorCode(error) === "ESTALE";
}

/** Removes a file, if it can be removed. A folder stays: this program makes no folder where it makes files. */
export function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What remains does no harm: an earlier failure is the one to report, and later processes try again.
  }
}

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
