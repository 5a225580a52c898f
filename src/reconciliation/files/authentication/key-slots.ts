import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../../errors.ts";
import { diskError, writeBytes, writeBytesAt } from "../../../node/disk/disk.ts";
import { isMountPoint } from "../../../node/disk/path-kind.ts";
import { HASH_KEY_BYTES, KEY_HASH_BYTES } from "../keys/key-hash.ts";
import type { Party } from "../messages/headers.ts";
import { HEADER_BYTES, type KeyHeader, readKeyHeader, writeKeyHeader } from "./key-header.ts";

/**
 * A slot serves one message: 32 bytes of key, then the memory of the message, at first zeros: its SHA-256, a hash key
 * that was drawn for it and its hash under that key (`keyHash`), and the id of the sending end. Even slots are for
 * Alice's messages, odd slots for Bob's. A slot is used if its key is zeros. A key is only ever overwritten with zeros,
 * so no process that was stopped, however long, can bring a key back.
 */
export const SLOT_BYTES = 128;
/** Bytes of the key of one message. */
export const SLOT_KEY_BYTES = 32;
/** Bytes of a slot's memory. */
export const MEMORY_BYTES = SLOT_BYTES - SLOT_KEY_BYTES;

/** Slots that are read at once. */
const AT_ONCE = 2 ** 13;
const DIGEST_BYTES = 32;

/** Memory of a message. */
export interface MessageMemory {
  /** SHA-256 of the whole file. */
  readonly digest: Uint8Array;
  /** For an accepted message. */
  readonly accepted?: { readonly hashKey: Uint8Array; readonly hash: Uint8Array; readonly from: string };
}

/** Whose messages a slot is for. */
export function partyOfSlot(slot: number): Party {
  return slot % 2 === 0 ? "alice" : "bob";
}

export function writeMemory({ digest, accepted }: MessageMemory): Buffer {
  const bytes = Buffer.alloc(MEMORY_BYTES);
  bytes.set(digest);
  if (accepted === undefined) return bytes;
  bytes.set(accepted.hashKey, DIGEST_BYTES);
  bytes.set(accepted.hash, DIGEST_BYTES + HASH_KEY_BYTES);
  bytes.write(accepted.from, DIGEST_BYTES + HASH_KEY_BYTES + KEY_HASH_BYTES, "hex");
  return bytes;
}

/** Reads the output of `writeMemory`; undefined for zeros. */
export function readMemory(memory: Uint8Array): MessageMemory | undefined {
  const bytes = Buffer.from(memory);
  if (isZero(bytes.subarray(0, DIGEST_BYTES))) return undefined;
  const [digest, rest] = [bytes.subarray(0, DIGEST_BYTES), bytes.subarray(DIGEST_BYTES)];
  if (isZero(rest)) return { digest };
  const hash = rest.subarray(HASH_KEY_BYTES, HASH_KEY_BYTES + KEY_HASH_BYTES);
  const from = rest.toString("hex", HASH_KEY_BYTES + KEY_HASH_BYTES);
  return { digest, accepted: { hashKey: rest.subarray(0, HASH_KEY_BYTES), hash, from } };
}

/** An open key file: its head and its slots. All calls are synchronous. */
export class KeySlots {
  readonly path: string;
  /** Its path without symbolic links, so that all processes use the same names beside it. */
  readonly place: string;
  readonly #descriptor: number;
  #erased = 0;

  private constructor(path: string, place: string, descriptor: number) {
    this.path = path;
    this.place = place;
    this.#descriptor = descriptor;
  }

  /**
   * Opens a key file.
   * @throws InputError if it cannot be read and written, is no key file, is damaged, or is not the file that was made: a copy or a
   * second name of it.
   */
  static open(path: string): KeySlots {
    const [place, descriptor] = opened(path);
    const slots = new KeySlots(path, place, descriptor);
    try {
      slots.requireInPlace();
      return slots;
    } catch (error) {
      slots.close();
      throw error;
    }
  }

  /** The header in the file now. */
  get header(): KeyHeader {
    for (let attempt = 1; ; attempt++) {
      try {
        return readKeyHeader(this.#read(0, HEADER_BYTES), this.path);
      } catch (error) {
        // Bits may be added this very moment.
        if (attempt === 5) throw error;
      }
    }
  }

  /** Whether other users of the machine may read the file. */
  get isOpenToOthers(): boolean {
    return process.platform !== "win32" && (fstatSync(this.#descriptor).mode & 0o044) !== 0;
  }

  /** @throws InputError unless the path leads to this very file, and the file is the one that was made. */
  requireInPlace(): void {
    const own = fstatSync(this.#descriptor, { bigint: true });
    const { inode, made } = this.header;
    const found = statSync(this.place, { bigint: true, throwIfNoEntry: false });
    const fault =
      inode !== own.ino || (made !== 0n && made !== own.birthtimeNs)
        ? "is a copy of a key file, or was restored from one: its bits that were used since are unknown here; make a new key of fresh bits"
        : found?.ino !== own.ino || found?.dev !== own.dev
          ? "was moved or replaced while it was used: run the same command again"
          : own.nlink !== 1n
            ? "has a second name (hard link): remove one of them, two names are two keys to those who use them"
            : isMountPoint(this.place) || statSync(dirname(this.place), { bigint: true }).dev !== own.dev
              ? "is mounted by itself: mount its folder, in which the names of used slots stand"
              : undefined;
    if (fault !== undefined) throw new InputError(fault, { file: this.path });
  }

  /** Keys that this process has overwritten. */
  get erased(): number {
    return this.#erased;
  }

  /** The key of a slot; undefined if it was used or does not exist. */
  key(slot: number): Uint8Array | undefined {
    if (!Number.isSafeInteger(slot) || slot >= this.header.slots) return undefined;
    const key = this.#read(HEADER_BYTES + slot * SLOT_BYTES, SLOT_KEY_BYTES);
    return isZero(key) ? undefined : key;
  }

  /** Slots with a key for a party's messages, above a slot: the first, and their number. */
  unused(party: Party, above: number): { readonly first?: number; readonly count: number } {
    let [first, count]: [number | undefined, number] = [undefined, 0];
    for (const { slot, bytes } of this.#each(party, above + 1, this.header.slots - 1)) {
      if (isZero(bytes.subarray(0, SLOT_KEY_BYTES))) continue;
      first ??= slot;
      count++;
    }
    return { first, count };
  }

  /**
   * Overwrites the keys of a party's messages up to a slot, and waits until the disk has the zeros. @returns the number
   * of keys that were not zeros yet.
   */
  erase(party: Party, upTo: number): number {
    let erased = 0;
    for (const { slot, bytes } of this.#each(party, 0, upTo)) {
      if (isZero(bytes.subarray(0, SLOT_KEY_BYTES))) continue;
      this.#write(new Uint8Array(SLOT_KEY_BYTES), HEADER_BYTES + slot * SLOT_BYTES);
      erased++;
    }
    this.#sync();
    this.#erased += erased;
    return erased;
  }

  /** The memory of the message in a slot. */
  memory(slot: number): MessageMemory | undefined {
    if (!Number.isSafeInteger(slot) || slot >= this.header.slots) return undefined;
    return readMemory(this.#read(HEADER_BYTES + slot * SLOT_BYTES + SLOT_KEY_BYTES, MEMORY_BYTES));
  }

  /** The highest slot with a memory of a party's message; −1 if none has one. */
  highestMemory(party: Party): number {
    let highest = -1;
    for (const { slot, bytes } of this.#each(party, 0, this.header.slots - 1)) {
      if (readMemory(bytes.subarray(SLOT_KEY_BYTES)) !== undefined) highest = slot;
    }
    return highest;
  }

  /** Remembers a message, and waits until the disk has that. */
  remember(slot: number, memory: MessageMemory): void {
    this.#write(writeMemory(memory), HEADER_BYTES + slot * SLOT_BYTES + SLOT_KEY_BYTES);
    this.#sync();
  }

  /**
   * Appends slots to the file. The operating system puts them at the current end, so no slot is overwritten.
   * @throws InputError if the file grew meanwhile, or the disk refuses: none of the slots counts then.
   */
  append(slots: Uint8Array): void {
    this.requireInPlace();
    const end = HEADER_BYTES + this.header.slots * SLOT_BYTES;
    try {
      // The remains of a killed addition.
      if (fstatSync(this.#descriptor).size > end) ftruncateSync(this.#descriptor, end);
      const descriptor = openSync(this.place, "a");
      try {
        writeBytes(descriptor, slots);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw diskError(error, this.path);
    }
    if (fstatSync(this.#descriptor).size === end + slots.length) return;
    throw new InputError("grew while bits were added: run the same command again", { file: this.path });
  }

  /** Changes the head, once the appended slots are on the disk. */
  changeHeader(header: KeyHeader): void {
    this.#sync();
    this.#write(writeKeyHeader(header), 0);
    this.#sync();
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** A party's slots first … last. */
  *#each(party: Party, first: number, last: number): Generator<{ slot: number; bytes: Uint8Array }> {
    for (let from = Math.max(0, first); from <= last; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, last + 1 - from);
      const bytes = this.#read(HEADER_BYTES + from * SLOT_BYTES, count * SLOT_BYTES);
      for (let i = 0; i < count; i++) {
        if (partyOfSlot(from + i) !== party) continue;
        yield { slot: from + i, bytes: bytes.subarray(i * SLOT_BYTES, (i + 1) * SLOT_BYTES) };
      }
    }
  }

  #read(position: number, count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let done = 0; done < count; ) {
      const read = readSync(this.#descriptor, bytes, done, count - done, position + done);
      // The reader of the head reports a file that is no key file.
      if (read === 0 && position === 0) return bytes.subarray(0, done);
      if (read === 0) throw new InputError("is cut short: make a new key of fresh bits", { file: this.path });
      done += read;
    }
    return bytes;
  }

  #write(bytes: Uint8Array, position: number): void {
    try {
      writeBytesAt(this.#descriptor, bytes, position);
    } catch (error) {
      throw diskError(error, this.path);
    }
  }

  #sync(): void {
    try {
      fsyncSync(this.#descriptor);
    } catch (error) {
      throw diskError(error, this.path);
    }
  }
}

function opened(path: string): [place: string, descriptor: number] {
  try {
    if (!statSync(path).isFile()) throw new InputError("is no file", { file: path });
    const place = realpathSync(path);
    return [place, openSync(place, "r+")];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new InputError("cannot be read: there is no such file", { file: path });
    throw diskError(error, path);
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
