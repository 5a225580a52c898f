import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "../../index.ts";
import {
  diskError,
  errorCode,
  isMountPoint,
  makeFolder,
  syncFolderOf,
  userFolder,
  writeBytes,
  writeBytesAt,
} from "../../node/disk/disk.ts";
import { createLinked } from "./growing-file.ts";
import {
  drawHashKey,
  HASH_KEY_BYTES,
  type Hashing,
  KEY_HASH_BYTES,
  KeyHash,
  TAG_BYTES,
  WegmanCarter,
} from "./hashes.ts";
import { otherParty, PARTIES, type Party } from "./headers.ts";
import {
  type FoundSeal,
  ID_BYTES,
  type RecordReader,
  SEAL_FIELD_BYTES,
  SEAL_TAG_BYTES,
  type Seal,
  TAG_MODES,
  type TagMode,
  writeSealFields,
} from "./record-file.ts";

/**
 * The head of a key file of `ldpc key`, 4096 bytes; its slots follow it (`SLOT_BYTES`):
 *
 *      0   "gfq-ldpc authkey"
 *     16   u32: version 1
 *     20   u8: mode, as in a seal; u8: end, 0 Alice's, 1 Bob's; 2 zeros
 *     24   u64: number of the file in its file system (inode), which a copy does not share
 *     32   u64: slots
 *     40   u32: number of ids; 4 zeros
 *     48   id of this end, drawn when the file was made
 *     64   ids, 16 bytes each: of the key, then of each addition
 *   4048   u64: when the file system made the file, in nanoseconds, or 0 if unknown; 8 zeros
 *   4064   SHA-256 of all bytes before
 *
 * Numbers are little-endian. Only an addition changes it.
 */
const HEADER_BYTES = 4096;
/** Additions, and the first bits, that one file takes. */
export const MOST_IDS = 249;

const MAGIC = Buffer.from("gfq-ldpc authkey");
const VERSION = 1;
const CHECKSUM_AT = HEADER_BYTES - 32;
const MADE_AT = CHECKSUM_AT - 16;

/** The fields of the head. Ids are hexadecimal. */
interface KeyHeader {
  readonly mode: TagMode;
  readonly end: Party;
  readonly inode: bigint;
  /** The inode number of a removed file may be used again. */
  readonly made: bigint;
  readonly slots: number;
  readonly endId: string;
  readonly ids: readonly string[];
}

export function writeKeyHeader({ mode, end, inode, made, slots, endId, ids }: KeyHeader): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(VERSION, 16);
  bytes[20] = TAG_MODES.indexOf(mode) + 1;
  bytes[21] = PARTIES.indexOf(end);
  bytes.writeBigUInt64LE(inode, 24);
  bytes.writeBigUInt64LE(BigInt(slots), 32);
  bytes.writeUInt32LE(ids.length, 40);
  for (const [i, id] of [endId, ...ids].entries()) bytes.write(id, 48 + ID_BYTES * i, "hex");
  bytes.writeBigUInt64LE(made, MADE_AT);
  bytes.set(checksum(bytes), CHECKSUM_AT);
  return bytes;
}

export function readKeyHeader(start: Uint8Array, file: string): KeyHeader {
  const bytes = Buffer.from(start);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new InputError(
      "is no key file of ldpc key: secret random bits are made into one, once at each end: ldpc key new-auth BITS --end alice --out alice.auth",
      { file },
    );
  }
  const version = bytes.length < 20 ? 0 : bytes.readUInt32LE(16);
  if (bytes.length === HEADER_BYTES && version !== VERSION) {
    throw new InputError(`is a key file of version ${version}; this program reads version ${VERSION}`, { file });
  }
  const damaged = () => new InputError("is damaged: its used bits are unknown, make a new key of fresh bits", { file });
  if (bytes.length < HEADER_BYTES || !checksum(bytes).equals(bytes.subarray(CHECKSUM_AT))) throw damaged();
  const [mode, end] = [TAG_MODES[bytes[20] - 1], PARTIES[bytes[21]]];
  const [slots, ids] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt32LE(40)];
  // Anyone can compute the checksum.
  if (!mode || !end || !Number.isSafeInteger(slots) || ids < 1 || ids > MOST_IDS) throw damaged();
  const id = (index: number) => bytes.toString("hex", 48 + ID_BYTES * index, 48 + ID_BYTES * (index + 1));
  return {
    mode,
    end,
    inode: bytes.readBigUInt64LE(24),
    made: bytes.readBigUInt64LE(MADE_AT),
    slots,
    endId: id(0),
    ids: Array.from({ length: ids }, (_, i) => id(1 + i)),
  };
}

function checksum(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes.subarray(0, CHECKSUM_AT)).digest();
}

/**
 * A slot serves one message: 32 bytes of key, then the memory of the message, at first zeros: its SHA-256, a hash key
 * that was drawn for it and its hash under that key (`keyHash`), and the id of the sending end. Even slots are for
 * Alice's messages, odd slots for Bob's. A slot is used if its key is zeros. A key is only ever overwritten with zeros,
 * so no process that was stopped, however long, can bring a key back.
 */
export const SLOT_BYTES = 128;
/** Bytes of the key of one message. */
export const SLOT_KEY_BYTES = 32;
const MEMORY_BYTES = SLOT_BYTES - SLOT_KEY_BYTES;

const AT_ONCE = 2 ** 13;
const DIGEST_BYTES = 32;

export interface MessageMemory {
  /** SHA-256 of the whole file. */
  readonly digest: Uint8Array;
  /** For an accepted message. */
  readonly accepted?: { readonly hashKey: Uint8Array; readonly hash: Uint8Array; readonly from: string };
}

const slotAt = (slot: number) => HEADER_BYTES + slot * SLOT_BYTES;

function partyOfSlot(slot: number): Party {
  return PARTIES[slot % 2];
}

function writeMemory({ digest, accepted }: MessageMemory): Buffer {
  const bytes = Buffer.alloc(MEMORY_BYTES);
  bytes.set(digest);
  if (accepted === undefined) return bytes;
  bytes.set(accepted.hashKey, DIGEST_BYTES);
  bytes.set(accepted.hash, DIGEST_BYTES + HASH_KEY_BYTES);
  bytes.write(accepted.from, DIGEST_BYTES + HASH_KEY_BYTES + KEY_HASH_BYTES, "hex");
  return bytes;
}

/** Reads the output of `writeMemory`; undefined for zeros. */
function readMemory(memory: Uint8Array): MessageMemory | undefined {
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

  /** @throws InputError if the file is no sound key file that can be written, or not the one that was made: a copy or a second name. */
  static open(path: string): KeySlots {
    let slots: KeySlots | undefined;
    try {
      if (!statSync(path).isFile()) throw new InputError("is no file", { file: path });
      const place = realpathSync(path);
      slots = new KeySlots(path, place, openSync(place, "r+"));
      slots.requireInPlace();
      return slots;
    } catch (error) {
      slots?.close();
      if (errorCode(error) !== "ENOENT") throw diskError(error, path);
      throw new InputError("cannot be read: there is no such file", { file: path });
    }
  }

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

  get erased(): number {
    return this.#erased;
  }

  /** The key of a slot; undefined if it was used or does not exist. */
  key(slot: number): Uint8Array | undefined {
    if (!Number.isSafeInteger(slot) || slot >= this.header.slots) return undefined;
    const key = this.#read(slotAt(slot), SLOT_KEY_BYTES);
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

  /** Overwrites the keys of a party's messages up to a slot on the disk. @returns the number that were not zeros. */
  erase(party: Party, upTo: number): number {
    let erased = 0;
    for (const { slot, bytes } of this.#each(party, 0, upTo)) {
      if (isZero(bytes.subarray(0, SLOT_KEY_BYTES))) continue;
      this.#write(new Uint8Array(SLOT_KEY_BYTES), slotAt(slot));
      erased++;
    }
    this.#sync();
    this.#erased += erased;
    return erased;
  }

  memory(slot: number): MessageMemory | undefined {
    if (!Number.isSafeInteger(slot) || slot >= this.header.slots) return undefined;
    return readMemory(this.#read(slotAt(slot) + SLOT_KEY_BYTES, MEMORY_BYTES));
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
    this.#write(writeMemory(memory), slotAt(slot) + SLOT_KEY_BYTES);
    this.#sync();
  }

  /**
   * Appends slots to the file. The operating system puts them at the current end, so no slot is overwritten.
   * @throws InputError if the file grew meanwhile, or the disk refuses: none of the slots counts then.
   */
  append(slots: Uint8Array): void {
    this.requireInPlace();
    const end = slotAt(this.header.slots);
    this.#attempt(() => {
      // The remains of a killed addition.
      if (fstatSync(this.#descriptor).size > end) ftruncateSync(this.#descriptor, end);
      const descriptor = openSync(this.place, "a");
      try {
        writeBytes(descriptor, slots);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
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

  *#each(party: Party, first: number, last: number): Generator<{ slot: number; bytes: Uint8Array }> {
    for (let from = Math.max(0, first); from <= last; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, last + 1 - from);
      const bytes = this.#read(slotAt(from), count * SLOT_BYTES);
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
    this.#attempt(() => writeBytesAt(this.#descriptor, bytes, position));
  }

  #sync(): void {
    this.#attempt(() => fsyncSync(this.#descriptor));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw diskError(error, this.path);
    }
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

const KEPT = 16;

/** `sent`: slots that this end has taken for its messages; `heard`: slots of messages that it has accepted. */
type SlotKind = "sent" | "heard";

/**
 * Small files, `END.sent-6` and `END.heard-5`, which the operating system makes for one process alone even if several try
 * at the same moment: the process that makes the name has the slot. END is the id that was drawn when the key file was
 * made, so the names do not depend on what the file is called. The latest names stay, so a key file that was restored
 * from a copy does not bring its slots back.
 *
 * Every name stands in two places, both written before the slot is used, and either is enough to refuse it: beside the
 * key file, for all users who share the file, and in the user's state folder, where a file that was restored and moved
 * without its names still finds them. A machine that never saw the key cannot know.
 */
export class SlotNames {
  readonly #end: string;
  /** The user's folder for this key, and the key file's own. */
  readonly #folders: readonly [state: string, beside: string];

  constructor({ place, header: { endId } }: KeySlots) {
    this.#end = endId;
    this.#folders = [join(userFolder("state"), "auth-slots", endId), dirname(place)];
  }

  /** Slots with a name in either place, ascending. */
  slots(kind: SlotKind): number[] {
    const start = `${this.#end}.${kind}-`;
    const names = this.#folders.flatMap(namesIn).filter((name) => name.startsWith(start));
    const slots = names.map((name) => name.slice(start.length)).filter((slot) => /^(0|[1-9]\d*)$/.test(slot));
    return [...new Set(slots.map(Number))].sort((a, b) => a - b);
  }

  highest(kind: SlotKind): number {
    return this.slots(kind).at(-1) ?? -1;
  }

  /** Makes the names of a slot that is about to be used. @returns whether this call has made both. @throws InputError if the disk refuses. */
  claim(slot: number): boolean {
    return this.#makeBoth("sent", slot, (path) => {
      try {
        closeSync(openSync(path, "wx", 0o600));
        syncFolderOf(path);
        return true;
      } catch (error) {
        if (errorCode(error) === "EEXIST") return false;
        throw error;
      }
    });
  }

  /** Makes the names of an accepted message's slot with its memory, hexadecimal. @returns whether this call made both. */
  accept(slot: number, memory: string): boolean {
    return this.#makeBoth("heard", slot, (path) => {
      const made = createLinked(path, memory);
      if (made !== "no links") return made === "made";
      throw new InputError("lies on a file system without hard links: keep it on another", { file: dirname(path) });
    });
  }

  /** The content that `accept` gave a slot; undefined without a name. The file's users share the name beside it, so it counts first. */
  memory(slot: number): string | undefined {
    for (const folder of [...this.#folders].reverse()) {
      try {
        return readFileSync(this.#path(folder, "heard", slot), "utf8");
      } catch (error) {
        if (errorCode(error) !== "ENOENT") throw error;
      }
    }
    return undefined;
  }

  /** Removes the remains of killed processes and all names but the latest, whose slots must be used up in the file. */
  tidy(kind: SlotKind): void {
    const old = this.slots(kind).slice(0, -KEPT);
    const start = `${this.#end}.${kind}-`;
    for (const folder of this.#folders) {
      for (const slot of old) rmSync(this.#path(folder, kind, slot), { force: true });
      const isLeft = (name: string) => name.startsWith(start) && name.endsWith(".tmp");
      for (const name of namesIn(folder).filter(isLeft)) rmSync(join(folder, name), { force: true });
    }
  }

  #makeBoth(kind: SlotKind, slot: number, make: (path: string) => boolean): boolean {
    return this.#folders.every((folder) => {
      const path = this.#path(folder, kind, slot);
      try {
        for (const made of makeFolder(folder, 0o700)) syncFolderOf(made);
        return make(path);
      } catch (error) {
        throw diskError(error, path);
      }
    });
  }

  #path(folder: string, kind: SlotKind, slot: number): string {
    return join(folder, `${this.#end}.${kind}-${slot}`);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** The tag of a message from the 32 bytes of a slot, which are forgotten. */
function tagOf(mode: TagMode, key: Uint8Array): Hashing {
  const tag = mode === "one-time" ? new WegmanCarter(key) : createHmac("sha256", key);
  key.fill(0);
  return tag;
}

function finishedTag(tag: Hashing): Uint8Array {
  const bytes = new Uint8Array(SEAL_TAG_BYTES);
  bytes.set(tag.digest());
  return bytes;
}

/**
 * Upper bound of the probability that a message passes which its sender has not sent.
 * @param mode with `one-time` for any computing power of the forger; with `long-lived` for a forger to whom
 * HMAC-SHA-256 is a random function, so that a tag is a guess.
 * @param bytes of the message before its seal.
 */
function forgeryProbability(mode: TagMode, bytes: number): number {
  if (mode === "long-lived") return 2 ** (-8 * SEAL_TAG_BYTES);
  return (Math.ceil((bytes + SEAL_FIELD_BYTES) / TAG_BYTES) + 1) * 2 ** -128;
}

/** The other end's messages that this end has accepted: each slot once, in rising order. */
export class AcceptedMessages {
  readonly #slots: KeySlots;
  readonly #names: SlotNames;

  constructor(slots: KeySlots, names = new SlotNames(slots)) {
    this.#slots = slots;
    this.#names = names;
  }

  /** Memory of a slot's message, in the file or, for the latest message, in its name. */
  memory(slot: number): MessageMemory | undefined {
    const found = this.#slots.memory(slot);
    if (found?.accepted !== undefined) return found;
    const name = this.#names.memory(slot);
    return name === undefined ? undefined : readMemory(Buffer.from(name, "hex"));
  }

  last() {
    const slot = Math.max(this.#names.highest("heard"), this.#slots.highestMemory(this.#peer));
    const memory = slot < 0 ? undefined : this.memory(slot);
    if (memory?.accepted === undefined) return undefined;
    return { slot, digest: memory.digest, from: memory.accepted.from };
  }

  /**
   * Accepts a message whose tag is right. On return its bits, and the bits of all lower slots of its sender, are zeros
   * on the disk. If two processes check at the same moment, the process with the lower slot may accept second: the
   * order is that of their checks.
   * @returns `taken` if a message was accepted in this slot before, a sentence if it comes from a third end.
   */
  accept(slot: number, memory: MessageMemory): string | undefined {
    if (!this.#names.accept(slot, writeMemory(memory).toString("hex"))) return "taken";
    // The name may have been made and removed before: the file then remembers the message, since it does so before the
    // removal.
    const first = this.#slots.memory(slot);
    const isFirst = first === undefined || writeMemory(first).equals(writeMemory(memory));
    // Read after the name exists: of two processes that accept at once, at least one sees the other's name.
    const senders = this.#names.slots("heard").map((each) => this.memory(each)?.accepted?.from);
    const third = senders.find((from) => from !== memory.accepted?.from);
    this.settle();
    if (!isFirst) return "taken";
    return third && `comes from a third end while end ${third} answers: make a new key for each pair of ends`;
  }

  /** Brings the file to the state of the names, even after a kill: messages remembered, their bits overwritten. */
  settle(): void {
    const slots = this.#names.slots("heard");
    for (const slot of slots) {
      const memory = this.memory(slot);
      if (memory !== undefined && this.#slots.memory(slot)?.accepted === undefined) this.#slots.remember(slot, memory);
    }
    this.#slots.erase(this.#peer, slots.at(-1) ?? -1);
    this.#slots.requireInPlace();
    this.#names.tidy("heard");
  }

  get #peer(): Party {
    return otherParty(this.#slots.header.end);
  }
}

/**
 * A key file that authenticates the messages of one end to one other end. State and key are one: bits are overwritten
 * before the tag made from them leaves the process, and likewise the bits of an accepted message. No step depends on
 * time (doc/design/reconciliation.md, "Which slot is whose"): a slot belongs to the process that has made its name
 * (`SlotNames`), and is used if its bits are zeros (`KeySlots`).
 */
export class AuthKey {
  readonly #slots: KeySlots;
  readonly #names: SlotNames;
  readonly #accepted: AcceptedMessages;
  readonly #header: KeyHeader;
  readonly #notices: string[] = [];
  readonly #missed = new Set<number>();
  /** Probability, at most, that a message that was checked here is forged; with `long-lived` for whom HMAC-SHA-256 is random. */
  #forgery = 0;
  /** Keys of used slots that came back by a copy of the file. */
  #restored = 0;

  private constructor(slots: KeySlots) {
    this.#slots = slots;
    this.#header = slots.header;
    this.#names = new SlotNames(slots);
    this.#accepted = new AcceptedMessages(slots, this.#names);
    if (slots.isOpenToOthers) {
      this.#notices.push(`${slots.path} can be read by other users of this machine: chmod 600 ${slots.path}`);
    }
  }

  static open(path: string): AuthKey {
    return new AuthKey(KeySlots.open(path));
  }

  get id(): string {
    return this.#header.ids[0];
  }

  /** One-time bits that this process has used up, of messages of both ends; a long-lived secret is not used up. */
  get spentBits(): number {
    return this.#header.mode === "one-time" ? 8 * SLOT_KEY_BYTES * (this.#slots.erased - this.#restored) : 0;
  }

  /** Takes the bits of the next message of this end: they are zeros on the disk when the seal is returned. */
  seal(party: Party): Seal {
    this.#requireEnd(party);
    const { slot, previous, key } = this.#take();
    const last = this.#accepted.last();
    const fields = writeSealFields({
      mode: this.#header.mode,
      slot,
      previous,
      key: this.#header.ids[0],
      from: this.#header.endId,
      to: last?.from,
      heard: last && { slot: last.slot, digest: last.digest },
    });
    const tag = tagOf(this.#header.mode, key);
    const whole = createHash("sha256");
    const add = (bytes: Uint8Array) => {
      tag.update(bytes);
      whole.update(bytes);
    };
    return {
      add,
      finish: () => {
        add(fields);
        const made = finishedTag(tag);
        this.#slots.remember(slot, { digest: whole.update(made).digest() });
        return Buffer.concat([fields, made]);
      },
    };
  }

  /** Checks a message of the other end, and accepts its slot: once, in rising order. The same may be checked again. */
  async check<Header extends object>(message: RecordReader<Header>, party: Party): Promise<void> {
    this.#requireEnd(otherParty(party));
    const refuse = (text: string) => new InputError(text, { file: message.path });
    const seal = this.#requireSeal(message, party);
    const { slot } = seal;
    const memory = this.#accepted.memory(slot);
    if (memory?.accepted !== undefined) {
      const { hash } = await this.#read(message, memory.accepted.hashKey);
      if (!timingSafeEqual(hash, memory.accepted.hash)) {
        throw refuse(
          `is not the message that was accepted in slot ${slot}: it was changed since, or the other end has used a copy of its key file, or an old one`,
        );
      }
      // The accepting process may have been killed before its bits were overwritten.
      this.#accepted.settle();
      return;
    }
    const last = this.#accepted.last();
    const key = this.#slots.key(slot);
    if (key === undefined || slot <= this.#names.highest("heard")) {
      throw refuse(
        `is in slot ${slot}, but the last message accepted is in slot ${last?.slot ?? "none"}: messages are accepted once and in rising order, this one is old or of a copy of the other end's key file`,
      );
    }
    const tag = tagOf(seal.mode, key);
    const hashKey = drawHashKey();
    const { hash, digest } = await this.#read(message, hashKey, tag);
    if (!timingSafeEqual(finishedTag(tag), seal.tag)) {
      throw refuse("has a wrong tag: it was changed on its way, or made with another key");
    }
    this.#requirePair(seal, message.path);
    const fault = this.#accepted.accept(slot, { digest, accepted: { hashKey, hash, from: seal.from } });
    // Another process was faster, with this message or another one.
    if (fault === "taken") return this.check(message, party);
    if (fault !== undefined) throw refuse(fault);
    const { previous } = seal;
    if (previous !== undefined && previous > (last?.slot ?? -1)) this.#missed.add(previous);
  }

  get summary() {
    const { end, mode } = this.#header;
    // Messages of this end for which the key has bits left.
    const messagesLeft = this.#slots.unused(end, this.#names.highest("sent")).count;
    // Slots of the other end's messages that have not arrived, as far as the checked messages show.
    const missed = [...this.#missed].sort((a, b) => a - b);
    return { mode, forgery: this.#forgery, messagesLeft, missed, notices: [...this.#notices] };
  }

  /** The output of `ldpc key show`. */
  get state() {
    const { mode, end, endId, ids, slots } = this.#slots.header;
    const [id, ...additions] = ids;
    const [sent, last] = [this.#names.highest("sent"), this.#accepted.last()];
    const left = (party: Party, above: number) => this.#slots.unused(party, above).count;
    return {
      id,
      additions,
      end,
      endId,
      otherEnd: last?.from,
      mode,
      slots,
      sent: sent < 0 ? undefined : sent,
      heard: last?.slot,
      messagesLeft: { sent: left(end, sent), heard: left(otherParty(end), last?.slot ?? -1) },
    };
  }

  close(): void {
    this.#slots.close();
  }

  /**
   * Takes a slot: its name first, then its bits. Of two processes only one can make the name. A process that makes a
   * name which existed before and was removed finds zeros, because names are removed after their bits.
   */
  #take(): { readonly slot: number; readonly previous?: number; readonly key: Uint8Array } {
    const { end } = this.#header;
    for (;;) {
      const previous = this.#names.highest("sent");
      // Above the last accepted slot: of two ends that answer different messages with the same key, each has slots of
      // its own.
      const above = Math.max(previous, this.#accepted.last()?.slot ?? -1);
      const { first: slot } = this.#slots.unused(end, above);
      if (slot === undefined) {
        throw new InputError(
          `has no bits left for messages of ${end}: add fresh ones at both ends with ldpc key add, or make a new key`,
          { file: this.#slots.path },
        );
      }
      if (!this.#names.claim(slot) || this.#names.highest("sent") > slot) continue;
      const key = this.#slots.key(slot);
      if (key === undefined) continue;
      // A killed process leaves its own slot, or a slot that another process has skipped; restoring the file from a
      // copy brings many back.
      const before = this.#names.slots("sent").at(-3) ?? -1;
      const restored = this.#slots.erase(end, before);
      this.#restored += restored;
      if (restored > 0) {
        this.#notices.push(
          `${this.#slots.path}: used bits up to slot ${before} were there again, and are deleted: never put a copy in the place of a key file`,
        );
      }
      this.#slots.erase(end, slot);
      this.#slots.requireInPlace();
      this.#names.tidy("sent");
      return { slot, previous: previous < 0 ? undefined : previous, key };
    }
  }

  /** Reads all of a message: its hash under a key, its SHA-256, and its tag. */
  async #read<Header extends object>(message: RecordReader<Header>, hashKey: Uint8Array, tag?: Hashing) {
    const { bytes, tag: found, mode } = message.seal!;
    const [hash, whole] = [new KeyHash(hashKey), createHash("sha256")];
    let length = 0;
    for await (const part of message.pin()) {
      for (const each of [hash, whole, tag]) each?.update(part);
      length += part.length;
    }
    tag?.update(bytes.subarray(0, bytes.length - found.length));
    for (const each of [hash, whole]) each.update(bytes);
    this.#forgery += forgeryProbability(mode, length);
    return { hash: hash.digest(), digest: whole.digest() };
  }

  /** The seal of a message, checked except for its tag. */
  #requireSeal<Header extends object>({ seal, path }: RecordReader<Header>, party: Party): FoundSeal {
    const { mode, ids, slots } = this.#header;
    const fault =
      seal === undefined
        ? "has no tag: the other end must say --auth-key too"
        : seal.key !== ids[0]
          ? `is sealed with key ${seal.key}, not with ${ids[0]}: both ends make their key files from the same bits`
          : seal.mode !== mode
            ? `is sealed with a ${seal.mode} key, but ${this.#slots.path} is a ${mode} one`
            : partyOfSlot(seal.slot) !== party
              ? `is in slot ${seal.slot}, which is not ${party}'s: it does not come from there`
              : seal.slot >= slots
                ? `is in slot ${seal.slot}, but the key has ${slots} slots: add the bits here that were added there`
                : undefined;
    if (fault !== undefined) throw new InputError(fault, { file: path });
    return seal!;
  }

  /**
   * A message with a right tag is still refused if it comes from a third end, or if its sender accepted a message that
   * this end did not send.
   */
  #requirePair({ from, to, heard }: FoundSeal, file: string): void {
    const { endId } = this.#header;
    const last = this.#accepted.last();
    const said: MessageMemory | undefined = heard && this.#slots.memory(heard.slot);
    const fault =
      last !== undefined && last.from !== from
        ? `comes from end ${from}, but this key belongs to this end and end ${last.from}: a third end has it, or the other end has made its key file twice; make a new key for each pair of ends`
        : to !== undefined && to !== endId
          ? `is for end ${to}, but this end is ${endId}: three ends have this key, or this end has made its key file twice; make a new key for each pair of ends`
          : heard !== undefined && (said === undefined || Buffer.compare(said.digest, heard.digest) !== 0)
            ? `answers a message in slot ${heard.slot} which this key file did not send: a copy of it is used elsewhere, or it was restored; make a new key`
            : undefined;
    if (fault !== undefined) throw new InputError(fault, { file });
  }

  #requireEnd(party: Party): void {
    const { end } = this.#header;
    if (party === end) return;
    throw new InputError(
      `is the key file of ${end}'s end, but this step is ${party}'s: give the one that was made here`,
      { file: this.#slots.path },
    );
  }
}
