import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { textOf } from "../../container.ts";
import { InputError } from "../../errors.ts";
import { GIVEN_CHARACTERS } from "../../gpu/part.ts";

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

/** Makes the error for a file that cannot be read, of the reason in words and the operating system's code. */
type Refusal = (reason: string, code: string | undefined) => InputError;

/**
 * The text of a file from an untrusted user, which may be a pipe or a device: no more than the limit is read.
 * @param bytes largest size of the file.
 * @throws InputError for a longer file, and of `refuse` if it cannot be read.
 */
export function readBounded(path: string, bytes: number, refuse?: Refusal): string {
  return textOf(readBoundedBytes(path, bytes, refuse));
}

/** The bytes of a file from an untrusted user, as `readBounded` reads text. No other copy of them stays in memory: they may be secret. */
export function readBoundedBytes(
  path: string,
  bytes: number,
  refuse: Refusal = (reason) => new InputError(`cannot be read: ${reason}`, { file: path }),
): Uint8Array {
  const parts: Uint8Array[] = [];
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    for (let size = 0; ; ) {
      const part = new Uint8Array(2 ** 16);
      const read = readSync(descriptor, part);
      if (read === 0) return Buffer.concat(parts);
      size += read;
      parts.push(part.subarray(0, read));
      if (size > bytes) break;
    }
  } catch (error) {
    throw refuse(readFailure(error), errorCode(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
    for (const part of parts) part.fill(0);
  }
  throw new InputError(`has more than ${bytes} bytes, the most that are read: give a smaller file`, { file: path });
}

/** The text of a file that an option of a decoder names: the second argument of `readDecoder`. @throws InputError if it cannot be read. */
export function decoderFile(file: string): string {
  return readBounded(file, 4 * GIVEN_CHARACTERS);
}

/**
 * The operating system's reason why a file or a folder cannot be read, in words: `there is no such file`.
 * @param kind the expected kind.
 */
export function readFailure(error: unknown, kind: "file" | "folder" = "file"): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : READ_REASONS[kind][code]) ?? message;
}

const BOTH = {
  EACCES: "there is no permission to read it",
  EIO: "the disk failed",
  ELOOP: "its links form a circle",
  EMFILE: "this process has too many open files",
  ENAMETOOLONG: "its name is too long",
  EPERM: "there is no permission to read it",
};

const READ_REASONS: Readonly<Record<"file" | "folder", Readonly<Record<string, string>>>> = {
  file: {
    ...BOTH,
    EISDIR: "it is a folder",
    ENOENT: "there is no such file",
    ENOTDIR: "a part of its path is a file",
  },
  folder: {
    ...BOTH,
    ENOENT: "there is no such folder",
    ENOTDIR: "it is no folder",
  },
};

/** Writes all bytes to a file descriptor. Tests pass a function that fails. */
export type WriteBytes = (descriptor: number, bytes: Uint8Array) => void;

/** Writes all bytes, in as many writes as necessary. */
export const writeBytes: WriteBytes = (descriptor, bytes) => {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
};

/** Writes all bytes from a place in the file on. */
export function writeBytesAt(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
  }
}

interface WriteOptions {
  /** Permissions of a new file, 0666 if left out. */
  readonly mode?: number;
  /** Writes the bytes; tests pass a function that fails. */
  readonly write?: WriteBytes;
  /** False for content that readers check by a hash: after a power failure it may be incomplete. */
  readonly isSynced?: boolean;
}

/**
 * Writes a file so that readers see either the old content or the new, even after a crash or a power failure: it writes
 * a temporary file and renames it.
 * @param may called once the new content is on the disk, just before it replaces the old content.
 * @returns whether the file was written; if `may` refused, the old content is untouched.
 * @throws InputError if the folder cannot be written or the disk is full; the old content is then untouched.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
  may: () => boolean = () => true,
): boolean {
  const temporary = writeTemporary(path, content, options);
  try {
    if (!may()) return false;
    renameSync(temporary, path);
    if (options.isSynced !== false) syncFolderOf(path);
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
export function writeTemporary(
  path: string,
  content: string | Uint8Array,
  { mode, write = writeBytes, isSynced = true }: WriteOptions = {},
): string {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    makeFolder(dirname(path));
    const descriptor = openSync(temporary, "wx", mode);
    try {
      write(descriptor, typeof content === "string" ? new TextEncoder().encode(content) : content);
      if (isSynced) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return temporary;
  } catch (error) {
    discard(temporary);
    throw diskError(error, path);
  }
}

/**
 * Writes a file that must not exist yet, or with `force` replaces it; a failed write leaves the old file unchanged.
 * @throws InputError if the file exists and `force` is not set, or if it cannot be written.
 */
export function writeNewFile(path: string, content: string | Uint8Array, force: boolean): void {
  const part = new PartFile(path, force);
  try {
    part.write(typeof content === "string" ? new TextEncoder().encode(content) : content);
    part.finish();
  } finally {
    part.discard();
  }
}

/** @throws InputError if the file exists and `force` is not set. */
export function requireNewFile(path: string, force: boolean): void {
  if (!force && existsSync(path)) throw new InputError("exists already: --force overwrites it", { file: path });
}

/**
 * Requires, before long work, that its result can be written, as far as the operating system knows that.
 * @param options `makesFolder`: the folder will be made if it is missing.
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
    throw diskError(error, path);
  }
}

/**
 * A file that grows under another name and takes its own name only when it is complete, so that no reader mistakes a
 * part of it for the result.
 */
export class PartFile {
  readonly #path: string;
  readonly #part: string;
  readonly #force: boolean;
  #descriptor: number | undefined;
  /** A process that ends early (Ctrl-C twice) also removes the part. */
  readonly #onExit = () => this.discard();

  /**
   * @param mode permissions of the file.
   * @throws InputError if the file exists and `force` is not set, or if it cannot be written.
   */
  constructor(path: string, force: boolean, mode = 0o666) {
    this.#path = path;
    this.#part = `${path}.${process.pid}.part`;
    this.#force = force;
    requireNewFile(path, force);
    this.#descriptor = this.#attempt(() => openSync(this.#part, "w", mode));
    process.on("exit", this.#onExit);
  }

  /** Appends. @throws InputError if the disk refuses. */
  write(bytes: Uint8Array): void {
    this.#attempt(() => writeBytes(this.#descriptor!, bytes));
  }

  /**
   * Gives the complete file its name. @throws InputError if another file has taken the name meanwhile and `force` is
   * not set.
   */
  finish(): void {
    requireNewFile(this.#path, this.#force);
    this.#attempt(() => fsyncSync(this.#descriptor!));
    this.#close();
    this.#attempt(() => {
      renameSync(this.#part, this.#path);
      syncFolderOf(this.#path);
    });
  }

  /** Removes the unfinished file; a finished file stays. */
  discard(): void {
    this.#close();
    rmSync(this.#part, { force: true });
  }

  #close(): void {
    if (this.#descriptor === undefined) return;
    process.off("exit", this.#onExit);
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw diskError(error, this.#path);
    }
  }
}

/** The operating system's refusal to write, in words; any other error unchanged. */
export function diskError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new InputError(`cannot be written: ${WRITE_REASONS[code] ?? (error as Error).message}`, { file: path });
}

const WRITE_REASONS: Record<string, string> = {
  EACCES: "no permission, choose another place",
  EDQUOT: "the disk quota is used up, free some space and run the same command again",
  EEXIST: "a file of that name stands in the way",
  EFBIG: "the file would be larger than allowed",
  EIO: "the disk failed",
  EISDIR: "a folder of that name stands in the way",
  ENOENT: "there is no such folder",
  ENOSPC: "no space left on the disk, free some and run the same command again",
  ENOTDIR: "a part of the path is a file, choose another place",
  EPERM: "no permission, choose another place",
  EROFS: "the file system is read-only, choose another place",
};

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
 * @throws InputError if a folder cannot be made; folders made before remain.
 */
export function makeFolder(path: string, mode = 0o777): readonly string[] {
  const missing: string[] = [];
  try {
    let folder = resolve(path);
    while (statSync(folder, { throwIfNoEntry: false }) === undefined) {
      missing.push(folder);
      folder = dirname(folder);
    }
    // An existing path lacks no folder; if it is a file, the system reports that.
    for (const next of missing.length === 0 ? [folder] : missing.reverse()) makeOne(next, mode);
    return missing;
  } catch (error) {
    throw diskError(error, path);
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

/** Removes new folders that are still empty, after a command was refused. @param made result of `makeFolder`. */
export function removeEmpty(made: readonly string[]): void {
  try {
    for (const folder of [...made].reverse()) rmdirSync(folder);
  } catch {
    // It holds something, also of another process.
  }
}

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
    // Systems that cannot open a folder as a file need no sync of their renames.
    if (!["EISDIR", "EPERM", "EACCES", "EINVAL"].includes(errorCode(error) ?? "")) throw error;
  }
}

/**
 * Makes a folder for temporary files.
 * @param prefix begin of its name.
 * @throws InputError if the system's folder for temporary files is missing or cannot be written.
 */
export async function temporaryFolder(prefix: string): Promise<string> {
  const parent = tmpdir();
  return mkdtemp(join(parent, prefix)).catch(({ code }: NodeJS.ErrnoException) => {
    throw new InputError(`no temporary files can be written there (${code}): set TMPDIR to a folder of yours`, {
      file: parent,
    });
  });
}

/** A user's files by kind: data that the program must remember between runs, and data that it could make again. */
const USER_FOLDERS = {
  state: { variable: "XDG_STATE_HOME", fallback: [".local", "state"] },
  cache: { variable: "XDG_CACHE_HOME", fallback: [".cache"] },
} as const;

/**
 * The folder of this user for a kind of files: `$XDG_STATE_HOME/gfq-ldpc` or `$XDG_CACHE_HOME/gfq-ldpc`; if the variable is unset or
 * not an absolute path, `~/.local/state/gfq-ldpc` or `~/.cache/gfq-ldpc` (XDG Base Directory Specification 0.8).
 */
export function userFolder(kind: keyof typeof USER_FOLDERS, environment: NodeJS.ProcessEnv = process.env): string {
  const { variable, fallback } = USER_FOLDERS[kind];
  const given = environment[variable];
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), ...fallback);
  return join(base, "gfq-ldpc");
}

/** The file operations that the check tries; tests pass operations that fail. */
export interface FolderFiles {
  /** @param flag `wx` creates exclusively, `a` appends. */
  open(path: string, flag: "wx" | "a"): number;
  rename(from: string, to: string): void;
}

const FILES: FolderFiles = { open: openSync, rename: renameSync };

/** The missing feature of a file system, and its consequence. */
const LACKS = {
  exclusive:
    "creates a file that exists already as if it were new (no exclusive create), so two processes would begin one file",
  append: "loses what two open files append to one name, so counts would be lost",
  rename: "does not replace a file by a rename, so points.csv could be read in part",
} as const;

/**
 * Tries in a folder the operations that workers who share it need: exclusive create, append, and a rename that replaces
 * a file. It takes about a dozen calls, and removes its own files afterwards.
 */
export function requireSharedFolder(folder: string, files: FolderFiles = FILES): void {
  const [first, second] = ["first", "second"].map((name) =>
    join(folder, `${name}.${randomBytes(8).toString("hex")}.probe`),
  );
  try {
    const lack = lackOf(first, second, files);
    if (lack === undefined) return;
    const remedy = "choose a folder on a local disk, NFS 3 or later, or Lustre; ldpc selftest --ledger tries a folder";
    throw new InputError(`the file system ${LACKS[lack]}: ${remedy}`, { file: folder });
  } catch (error) {
    throw diskError(error, folder);
  } finally {
    for (const path of [first, second]) discard(path);
  }
}

function lackOf(first: string, second: string, files: FolderFiles): keyof typeof LACKS | undefined {
  closeSync(files.open(first, "wx"));
  try {
    closeSync(files.open(first, "wx"));
    return "exclusive";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const descriptors = [files.open(first, "a"), files.open(first, "a")];
  try {
    for (const [i, descriptor] of [...descriptors, descriptors[0]].entries()) writeSync(descriptor, `${i}\n`);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
  if (readFileSync(first, "utf8") !== "0\n1\n2\n") return "append";
  closeSync(files.open(second, "wx"));
  files.rename(first, second);
  return readFileSync(second, "utf8") === "0\n1\n2\n" && !existsSync(first) ? undefined : "rename";
}
