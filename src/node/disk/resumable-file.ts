import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from "node:fs";
import { diskError, writeBytesAt } from "./disk.ts";
import { syncFolderOf } from "./sync-folder.ts";

/**
 * A file that grows under the name `….part` and takes its own only when it is whole. Unlike `PartFile` it survives its
 * process: the next one goes on with it.
 */
export class ResumableFile {
  readonly path: string;
  readonly #part: string;
  #descriptor: number | undefined;
  /** Whether the file has its own name: nothing was changed since another process gave it that. */
  #isNamed: boolean;

  private constructor(path: string, descriptor: number, isNamed: boolean) {
    this.path = path;
    this.#part = partOf(path);
    this.#descriptor = descriptor;
    this.#isNamed = isNamed;
  }

  /** Begins a file, in place of what another process may have left. @param mode permissions. @throws InputError */
  static create(path: string, mode: number): ResumableFile {
    return attempt(path, () => {
      rmSync(partOf(path), { force: true });
      return new ResumableFile(path, openSync(partOf(path), "wx+", mode), false);
    });
  }

  /**
   * Opens what another process left, also if that has given it its name already; nothing if there is nothing. A file with its name
   * keeps it until it is changed: whoever finds that it is another file leaves it as it was.
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

  /** Waits until the disk has everything. */
  flush(): void {
    attempt(this.path, () => fdatasyncSync(this.#open()));
  }

  /** Closes the file and leaves it for another process to go on with. */
  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** Gives the whole file its name, in place of one that may have it. */
  finish(): void {
    this.flush();
    this.close();
    attempt(this.path, () => {
      if (!this.#isNamed) renameSync(this.#part, this.path);
      syncFolderOf(this.path);
    });
  }

  /** Removes what was written. A file that was not changed and has its name stays. */
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

/** Whether a process has left a file of that name that is not whole. */
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
