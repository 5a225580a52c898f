import { closeSync, linkSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "../../../errors.ts";
import { diskError, writeTemporary } from "../../../node/disk/disk.ts";
import { errorCode } from "../../../node/disk/lease-file.ts";
import { syncFolderOf } from "../../../node/disk/sync-folder.ts";

/** Names of the latest slots that stay. */
const KEPT = 16;

/** `sent`: slots that this end has taken for its messages; `heard`: slots of messages that it has accepted. */
type SlotKind = "sent" | "heard";

/**
 * Small files beside a key file, `END.sent-6` and `END.heard-5`, which the operating system makes for one process alone
 * even if several try at the same moment: the process that makes the name has the slot. END is the id that was drawn when
 * the key file was made, so the names do not depend on what the file is called. The latest names stay, so a key file that
 * was restored from a copy does not bring its slots back.
 */
export class SlotNames {
  readonly #place: string;
  /** Path of every name but its kind and its slot. */
  readonly #start: string;

  /** @param place of the key file, without symbolic links. */
  constructor(place: string, endId: string) {
    this.#place = place;
    this.#start = join(dirname(place), endId);
  }

  /** Slots with a name, ascending. */
  slots(kind: SlotKind): number[] {
    const start = `${basename(this.#start)}.${kind}-`;
    return readdirSync(dirname(this.#place))
      .filter((name) => name.startsWith(start) && /^(0|[1-9]\d*)$/.test(name.slice(start.length)))
      .map((name) => Number(name.slice(start.length)))
      .sort((a, b) => a - b);
  }

  /** −1 without names. */
  highest(kind: SlotKind): number {
    return this.slots(kind).at(-1) ?? -1;
  }

  /** Makes the name of a slot that is about to be used. @returns whether this call has made it. @throws InputError if the disk refuses. */
  claim(slot: number): boolean {
    const path = this.#path("sent", slot);
    try {
      closeSync(openSync(path, "wx", 0o600));
      syncFolderOf(path);
      return true;
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw diskError(error, path);
    }
  }

  /**
   * Makes the name of a slot whose message is accepted, together with its content: other processes see both or neither.
   * @param memory hexadecimal.
   * @returns whether this call has made it.
   * @throws InputError if the disk refuses, or the file system has no hard links.
   */
  accept(slot: number, memory: string): boolean {
    const path = this.#path("heard", slot);
    for (;;) {
      const temporary = writeTemporary(path, memory, { mode: 0o600 });
      try {
        linkSync(temporary, path);
        syncFolderOf(path);
        return true;
      } catch (error) {
        const code = errorCode(error);
        if (code === "EEXIST") return false;
        if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") {
          throw new InputError("lies on a file system without hard links: keep it on another", { file: this.#place });
        }
        // Another process has tidied up the temporary file.
        if (code !== "ENOENT") throw diskError(error, path);
      } finally {
        rmSync(temporary, { force: true });
      }
    }
  }

  /** The content that `accept` gave a slot; undefined without a name. */
  memory(slot: number): string | undefined {
    try {
      return readFileSync(this.#path("heard", slot), "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  /**
   * Removes all names but the latest, and the remains of killed processes. Slots below the latest must be used up in
   * the file.
   */
  tidy(kind: SlotKind): void {
    for (const slot of this.slots(kind).slice(0, -KEPT)) rmSync(this.#path(kind, slot), { force: true });
    const start = `${basename(this.#start)}.${kind}-`;
    const isLeft = (name: string) => name.startsWith(start) && name.endsWith(".tmp");
    for (const name of readdirSync(dirname(this.#place)).filter(isLeft)) {
      rmSync(join(dirname(this.#place), name), { force: true });
    }
  }

  #path(kind: SlotKind, slot: number): string {
    return `${this.#start}.${kind}-${slot}`;
  }
}
