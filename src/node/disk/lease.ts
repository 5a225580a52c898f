import { closeSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { discard } from "./discard.ts";
import { diskError, type WriteBytes, writeBytes, writeBytesAt } from "./disk.ts";
import { parseJson } from "./found-lease.ts";
import {
  BEAT_FLAGS,
  errorCode,
  isGone,
  type OnStep,
  putBack,
  readDescriptor,
  readSnapshot,
  type Snapshot,
  TRANSIENT,
  takeAway,
  uniqueDigits,
} from "./lease-file.ts";
import { parseHolder } from "./lease-holder.ts";
import { printable, thisProcess } from "./process-state.ts";

/** Further members in the file of a lease; less than 2 KiB. */
export interface LeaseContent {
  readonly worker?: string;
  readonly [key: string]: unknown;
}

/**
 * A file that this process owns while it shows signs of life. Other processes take it over if this process was stopped
 * for longer than a lease, so code that relies on it calls `beat` first.
 */
export class Lease {
  readonly token = uniqueDigits();
  readonly #folder: string;
  readonly #name: string;
  readonly #path: string;
  /** The content without the counter of heartbeats. */
  readonly #head: string;
  #beats = 0;

  /** Creates nothing yet. */
  constructor(folder: string, name: string, { worker, ...content }: LeaseContent) {
    this.#folder = folder;
    this.#name = name;
    this.#path = join(folder, name);
    this.#head = JSON.stringify({
      ...content,
      ...thisProcess(),
      worker: worker && printable(worker),
      token: this.token,
    }).slice(0, -1);
  }

  /**
   * Creates the file exclusively.
   * @returns whether it was created: false if a file or folder of that name exists.
   * @throws InputError if it cannot be written; no file exists then.
   */
  create(write: WriteBytes = writeBytes): boolean {
    let descriptor: number;
    try {
      descriptor = openSync(this.#path, "wx");
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw diskError(error, this.#path);
    }
    try {
      // A file server may report a full disk only when the file is closed.
      try {
        write(descriptor, this.#content());
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      this.#takeAwayPart();
      throw diskError(error, this.#path);
    }
    return true;
  }

  /**
   * Shows a sign of life: writes the content again with the next number, so that the file server sets the time of last
   * change. A missing file is not created again, but a file that a take-over has renamed by mistake is put back.
   * @returns whether the file is ours, and then nobody takes it over during the next lease; false if the disk does not
   * answer.
   */
  beat(): boolean {
    this.#beats++;
    const written = this.#rewrite();
    if (written !== undefined) return written;
    return this.#putBack() && this.#rewrite() === true;
  }

  /** Removes the file if it is still ours. */
  release(onStep?: OnStep): void {
    try {
      const snapshot = readSnapshot(this.#path);
      if (snapshot === undefined) {
        for (const path of this.#renamed()) discard(path);
      } else if (this.#isOf(snapshot)) {
        onStep?.("judged");
        takeAway(this.#path, (renamed) => this.#isOf(renamed), onStep);
      }
    } catch {
      // The disk refuses: other processes take the file over after a lease.
    }
  }

  /** Undefined if the file is missing, false if it is not ours or cannot be written. */
  #rewrite(): boolean | undefined {
    try {
      const descriptor = openSync(this.#path, BEAT_FLAGS);
      try {
        // Read and written through one descriptor: meanwhile the name may pass to another lease.
        if (!this.#isOf(readDescriptor(descriptor))) return false;
        writeBytesAt(descriptor, this.#content(), 0);
        // The opened file may have been taken over by now. If it still exists, its new owner finds it changed.
        const snapshot = readSnapshot(this.#path);
        return snapshot && this.#isOf(snapshot);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      return isGone(error) ? undefined : false;
    }
  }

  /** The lengths of all contents of a lease are equal: the file never needs to be cut, and no reader finds it empty. */
  #content(): Uint8Array {
    return new TextEncoder().encode(`${this.#head},"beats":${String(this.#beats).padEnd(10)}}\n`);
  }

  #isOf({ text }: Snapshot): boolean {
    return parseHolder(parseJson(text))?.token === this.token;
  }

  #putBack(): boolean {
    try {
      const renamed = this.#renamed().find((path) => putBack(path, this.#path));
      if (renamed !== undefined) discard(renamed);
      return renamed !== undefined;
    } catch {
      return false;
    }
  }

  /** Path to which a take-over has moved this lease. */
  #renamed(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => TRANSIENT.test(name) && name.startsWith(`${this.#name}.`))
      .map((name) => join(this.#folder, name))
      .filter((path) => {
        const snapshot = readSnapshot(path);
        return snapshot !== undefined && this.#isOf(snapshot);
      });
  }

  /** Removes a file that was written only in part. */
  #takeAwayPart(): void {
    const content = new TextDecoder().decode(this.#content());
    try {
      takeAway(this.#path, ({ text }) => content.startsWith(text));
    } catch {
      // Only the earlier failure is reported. An empty lease becomes stale.
    }
  }
}
