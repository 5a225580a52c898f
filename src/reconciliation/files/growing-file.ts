import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from "node:fs";
import { promisify } from "node:util";
import { diskError, errorCode, syncFolderOf, writeBytesAt, writeTemporary } from "../../node/disk/disk.ts";
import { copyBits } from "../core/bit-source.ts";
import { keyHash } from "./hashes.ts";

/**
 * A file that grows under the name `….part` and takes its own name only when it is complete. Unlike `PartFile` it
 * survives its process: the next process continues it.
 */
export class ResumableFile {
  readonly path: string;
  readonly #part: string;
  #descriptor: number | undefined;
  /** Whether the file has its own name: it has not changed since another process renamed it. */
  #isNamed: boolean;

  private constructor(path: string, descriptor: number, isNamed: boolean) {
    this.path = path;
    this.#part = partOf(path);
    this.#descriptor = descriptor;
    this.#isNamed = isNamed;
  }

  /** Begins a file and replaces an unfinished one. @param mode permissions. */
  static create(path: string, mode: number): ResumableFile {
    return attempt(path, () => {
      rmSync(partOf(path), { force: true });
      return new ResumableFile(path, openSync(partOf(path), "wx+", mode), false);
    });
  }

  /**
   * Opens another process's file, finished or not; undefined if neither exists. A file with its own name keeps it until
   * it is changed, so a caller that finds a wrong file leaves it unchanged.
   */
  static reopen(path: string): ResumableFile | undefined {
    return attempt(path, () => {
      const isNamed = !existsSync(partOf(path));
      if (isNamed && !existsSync(path)) return undefined;
      return new ResumableFile(path, openSync(isNamed ? path : partOf(path), "r+"), isNamed);
    });
  }

  get size(): number {
    return attempt(this.path, () => fstatSync(this.#open()).size);
  }

  /** Up to `count` bytes from `position` on, fewer at the end. */
  read(position: number, count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    let done = 0;
    while (done < count) {
      const read = readSync(this.#open(), bytes, done, count - done, position + done);
      if (read === 0) break;
      done += read;
    }
    return bytes.subarray(0, done);
  }

  write(bytes: Uint8Array, position: number): void {
    attempt(this.path, () => writeBytesAt(this.#unnamed(), bytes, position));
  }

  truncate(size: number): void {
    attempt(this.path, () => ftruncateSync(this.#unnamed(), size));
  }

  flush(): void {
    attempt(this.path, () => fdatasyncSync(this.#open()));
  }

  /** Brings the file to the disk while other work goes on: a flush behind it has nothing left to wait for. */
  async settle(): Promise<void> {
    await promisify(fdatasync)(this.#open()).catch((error) => {
      throw diskError(error, this.path);
    });
  }

  /** Closes the file, so that another process can continue it. */
  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** Gives the complete file its name, and replaces a file of that name. */
  finish(): void {
    this.flush();
    this.close();
    attempt(this.path, () => {
      if (!this.#isNamed) renameSync(this.#part, this.path);
      syncFolderOf(this.path);
    });
  }

  /** Removes the unfinished file. A file with its own name that was not changed stays. */
  discard(): void {
    this.close();
    if (!this.#isNamed) rmSync(this.#part, { force: true });
  }

  /** The descriptor, for a change: from then on the file is not whole. */
  #unnamed(): number {
    const descriptor = this.#open();
    if (this.#isNamed) renameSync(this.path, this.#part);
    this.#isNamed = false;
    return descriptor;
  }

  #open(): number {
    if (this.#descriptor === undefined) throw new Error(`${this.path} is closed`);
    return this.#descriptor;
  }
}

/** Whether a process has left an unfinished file of that name. */
export function isBegun(path: string): boolean {
  return existsSync(partOf(path));
}

function partOf(path: string): string {
  return `${path}.part`;
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskError(error, path);
  }
}

/** Makes a file for its user only, with its content: others see both or neither, and of several processes one succeeds. */
export function createLinked(path: string, content: string): "made" | "exists" | "no links" {
  for (;;) {
    const temporary = writeTemporary(path, content, { mode: 0o600 });
    try {
      linkSync(temporary, path);
      break;
    } catch (error) {
      const code = errorCode(error) ?? "";
      if (code === "EEXIST") return "exists";
      if (["EPERM", "ENOTSUP", "ENOSYS"].includes(code)) return "no links";
      // Another process has tidied up the temporary file.
      if (code !== "ENOENT") throw diskError(error, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  }
  syncFolderOf(path);
  return "made";
}

/** Bytes that are written or hashed at once. */
const AT_ONCE = 2 ** 20;

/**
 * Overwrites a file with zeros and removes it; does nothing for a missing file. Most disks and file systems write new
 * data to other blocks and may keep the old blocks: a program can do no more.
 */
export function destroyFile(path: string): void {
  try {
    const descriptor = openSync(path, "r+");
    try {
      const { size } = fstatSync(descriptor);
      const zeros = new Uint8Array(Math.min(AT_ONCE, size));
      for (let at = 0; at < size; at += zeros.length) {
        writeBytesAt(descriptor, zeros.subarray(0, Math.min(zeros.length, size - at)), at);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    rmSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw diskError(error, path);
  }
}

const OWNER_ONLY = 0o600;

/** A key that grows by blocks: packed bits without gaps between blocks, the last byte padded with zeros. */
export class KeyFile {
  readonly file: ResumableFile;
  #bits = 0;
  /** The last byte, which may have free bits. */
  #last = 0;

  private constructor(file: ResumableFile) {
    this.file = file;
  }

  static create(path: string): KeyFile {
    return new KeyFile(ResumableFile.create(path, OWNER_ONLY));
  }

  /** Opens another process's unfinished file, if there is one. `keep` then sets the length of its valid part. */
  static reopen(path: string): KeyFile | undefined {
    const file = ResumableFile.reopen(path);
    return file === undefined ? undefined : new KeyFile(file);
  }

  get bits(): number {
    return this.#bits;
  }

  /** Bits first … first + count − 1, packed; undefined if the file has fewer. */
  read(first: number, count: number): Uint8Array | undefined {
    const firstByte = Math.floor(first / 8);
    const bytes = Math.ceil((first + count) / 8) - firstByte;
    const found = this.file.read(firstByte, bytes);
    if (found.length < bytes) return undefined;
    const bits = new Uint8Array(Math.ceil(count / 8));
    copyBits(found, first - 8 * firstByte, bits, 0, count);
    return bits;
  }

  /** Drops all but the first bits, which the file must have. */
  keep(bits: number): void {
    const [last = 0] = bits % 8 === 0 ? [] : this.file.read(Math.floor(bits / 8), 1);
    this.#last = last & (0xff00 >> (bits % 8));
    this.#bits = bits;
    this.file.truncate(Math.ceil(bits / 8));
    if (bits % 8 !== 0) this.file.write(Uint8Array.of(this.#last), Math.floor(bits / 8));
  }

  /**
   * Appends packed strings, one after the other.
   * @param strings [string][stride]
   * @param lengths bits of each; 0 leaves it out.
   */
  append(strings: Uint8Array, stride: number, lengths: readonly number[]): void {
    const first = this.#bits % 8;
    const end = lengths.reduce((sum, length) => sum + length, first);
    let bytes = strings;
    if (first > 0 || end !== 8 * strings.length) {
      bytes = new Uint8Array(Math.ceil(end / 8));
      bytes[0] = this.#last;
      let position = first;
      for (const [i, length] of lengths.entries()) {
        copyBits(strings, 8 * stride * i, bytes, position, length);
        position += length;
      }
    }
    this.file.write(bytes, Math.floor(this.#bits / 8));
    this.#bits += end - first;
    this.#last = end % 8 === 0 ? 0 : bytes[bytes.length - 1];
  }

  hash(hashKey: Uint8Array): Uint8Array {
    return keyHash(hashKey, this.#parts());
  }

  /** Whether another key has the same length and the same bits. */
  equals(other: KeyFile): boolean {
    if (this.#bits !== other.#bits) return false;
    const theirs = other.#parts();
    for (const part of this.#parts()) {
      if (Buffer.compare(part, theirs.next().value ?? new Uint8Array(0)) !== 0) return false;
    }
    return true;
  }

  *#parts(): Generator<Uint8Array> {
    const bytes = Math.ceil(this.#bits / 8);
    for (let at = 0; at < bytes; at += AT_ONCE) yield this.file.read(at, Math.min(AT_ONCE, bytes - at));
  }
}
