import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from "node:fs";
import { diskError, syncFolderOf, writeBytesAt } from "../../node/disk/disk.ts";

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

  /** Begins a file and replaces an unfinished one. @param mode permissions. @throws InputError */
  static create(path: string, mode: number): ResumableFile {
    return attempt(path, () => {
      rmSync(partOf(path), { force: true });
      return new ResumableFile(path, openSync(partOf(path), "wx+", mode), false);
    });
  }

  /**
   * Opens another process's file, finished or not; undefined if neither exists. A file with its own name keeps it until
   * it is changed, so a caller that finds a wrong file leaves it unchanged.
   * @throws InputError
   */
  static reopen(path: string): ResumableFile | undefined {
    return attempt(path, () => {
      const isNamed = !existsSync(partOf(path));
      if (isNamed && !existsSync(path)) return undefined;
      return new ResumableFile(path, openSync(isNamed ? path : partOf(path), "r+"), isNamed);
    });
  }

  /** Bytes. */
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

  /** @throws InputError if the disk is full or cannot be written. */
  write(bytes: Uint8Array, position: number): void {
    attempt(this.path, () => writeBytesAt(this.#unnamed(), bytes, position));
  }

  /** Cuts the file off. */
  truncate(size: number): void {
    attempt(this.path, () => ftruncateSync(this.#unnamed(), size));
  }

  /** Waits until the disk has all data. */
  flush(): void {
    attempt(this.path, () => fdatasyncSync(this.#open()));
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

/** Bytes written at once. */
const AT_ONCE = 2 ** 20;

/**
 * Overwrites a file with zeros and removes it; does nothing for a missing file. Most disks and file systems write new
 * data to other blocks and may keep the old blocks: a program can do no more.
 * @throws InputError if the disk refuses.
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
