import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { newFileError, syncFolderOf, writeBytes } from "./disk.ts";
import { requireNewFile } from "./new-file.ts";

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
    this.#refuseExisting();
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
    this.#refuseExisting();
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

  #refuseExisting(): void {
    requireNewFile(this.#path, this.#force);
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw newFileError(error, this.#path);
    }
  }
}
