import { createCipheriv, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { z } from "zod";
import { CONTAINER_BYTES, containerOf, containerText } from "../../container.ts";
import { InputError } from "../../index.ts";
import { jsonValue } from "../../json.ts";
import {
  diskError,
  errorCode,
  makeFolder,
  readBoundedBytes,
  readFailure,
  requireSharedFolder,
  syncFolderOf,
  writeBytes,
  writeTemporary,
} from "../../node/disk/disk.ts";
import { withLock } from "../../node/disk/folder-lock.ts";
import { pause } from "../../node/program.ts";
import { destroyFile } from "./growing-file.ts";
import type { Party } from "./headers.ts";
import { KeySlots, MOST_IDS, SLOT_BYTES, SLOT_KEY_BYTES, writeKeyHeader } from "./key-slots.ts";
import { stateFolder } from "./ledger.ts";
import { ID_BYTES, type TagMode } from "./record-file.ts";

/**
 * Memory of secret bits that were made into keys: two messages that are tagged with the same 32 bytes reveal them.
 *
 * Of taken bits the memory keeps a keyed fingerprint of each group of 16 bytes: the first 8 bytes of AES_K(x) + x, K drawn
 * for this memory. New bits are compared at *every* offset. Any 31 consecutive bytes of the taken bits contain a whole
 * group, so a common part of 31 bytes or more, at any offset of either file, is always found; that is every 32 bytes a slot
 * could share. Shorter common parts may not be found. Unrelated bits are refused by chance with a probability of at most
 * taken groups · new bytes/2^64: 1e-3 for 1 GB and 256 MB.
 *
 * The fingerprints take half the size of the bits, a seventh of the key file. Who reads them and K learns 64 bits of each
 * group if his computing power is unlimited, and needs 2^128 steps for a group otherwise.
 */

/** Bytes of a group. */
const GROUP = 16;
/** Bytes of K, for AES-192. */
const SECRET_BYTES = 24;
/** Bytes of a fingerprint. */
const PRINT = 8;
/** Fingerprints that are looked for at once: a table of 64 MiB. */
const AT_ONCE = 2 ** 22;
/** Bytes of new bits that are fingerprinted at once. */
const PART_BYTES = 2 ** 20;

const NOTE = z.strictObject({
  format: z.literal("gfq-ldpc used bits"),
  /** Name of the taken bits, with their end. */
  id: z.string(),
  end: z.enum(["alice", "bob"]),
  /** Where they are: id of the key, its file when they were taken, and the first slot. */
  key: z.string(),
  file: z.string(),
  slot: z.number().int().nonnegative(),
});

/** Where secret bits are put. */
export type BitsUse = Omit<z.infer<typeof NOTE>, "format">;

/** Secret bits that are about to be made into a key. */
interface NewBits {
  readonly bytes: Uint8Array;
  /** Their file, for messages. */
  readonly file: string;
}

/**
 * Notes that bits are made into a key, before they are: making a second key from any part of them would use it twice. The
 * other end of the same key may take the same bits to the same slots.
 * @param memory folder of the notes.
 * @returns a function that forgets the note, for bits of which no key was made.
 * @throws InputError if a part of the bits was made into a key before, or the disk refuses.
 */
export function noteUse(memory: string, { bytes, file }: NewBits, use: BitsUse): () => void {
  const note = join(memory, `${use.id}-${use.end}`);
  const forget = () => rmSync(note, { force: true });
  try {
    const secret = memorySecret(memory);
    const prints = fingerprints(secret, bytes);
    writeNote(note, use, prints, file);
    try {
      // After the own note is there: of two processes that take the same bits at once, at least one sees the other's.
      requireUnused(memory, secret, { bytes, file }, use, prints);
    } catch (error) {
      forget();
      throw error;
    }
    return forget;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw diskError(error, note);
  }
}

/** Whether bytes have a part of 31 bytes or more in two places. Random bytes never do. */
export function repeatsItself(bytes: Uint8Array): boolean {
  // Within one file nobody chooses bytes against a known key.
  const secret = new Uint8Array(SECRET_BYTES);
  const own = fingerprints(secret, bytes);
  const windows = new Windows(secret, bytes);
  for (let at = 0; at < own.length; at += PRINT * AT_ONCE) {
    const table = new FingerprintTable();
    const [part, behind] = [own.subarray(at, at + PRINT * AT_ONCE), own.subarray(at + PRINT * AT_ONCE)];
    for (const print of printsOf(part)) {
      if (table.has(...print)) return true;
      table.add(...print);
    }
    // Where a group begins, each fingerprint is in its own place.
    for (const print of printsOf(behind)) if (table.has(...print)) return true;
    if (windows.find(table, 1) !== undefined) return true;
  }
  return false;
}

/** The key of the fingerprints, drawn at the first use. */
function memorySecret(memory: string): Uint8Array {
  const path = join(memory, "secret");
  makeFolder(memory, 0o700);
  if (!existsSync(path)) drawSecret(path);
  const secret = Buffer.from(readFileSync(path, "utf8"), "hex");
  if (secret.length === SECRET_BYTES) return secret;
  throw new InputError("is damaged: the bits that were made into keys are not known without it", { file: path });
}

function drawSecret(path: string): void {
  const temporary = writeTemporary(path, randomBytes(SECRET_BYTES).toString("hex"), { mode: 0o600 });
  try {
    linkSync(temporary, path);
    syncFolderOf(path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function writeNote(note: string, use: BitsUse, prints: Uint8Array, file: string): void {
  try {
    const descriptor = openSync(note, "wx", 0o600);
    try {
      const line = JSON.stringify({ format: "gfq-ldpc used bits", ...use });
      // A note that is cut short has no line feed at its end, and stops every later taking.
      writeBytes(descriptor, Buffer.concat([Buffer.from(`${line}\n`), prints, Buffer.from("\n")]));
      // On the disk before the key file is: a power failure must not leave the key without its note.
      fsyncSync(descriptor);
      syncFolderOf(note);
    } catch (error) {
      // No key is made of these bits, so they stay fresh.
      rmSync(note, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw usedBefore(file, "was", use.end, note);
    throw error;
  }
}

function usedBefore(file: string, what: string, end: Party, note: string): InputError {
  return new InputError(
    `${what} made into a key of ${end}'s end before (${note} says where): the same bits would be used twice, take fresh ones`,
    { file },
  );
}

/** @throws InputError if bits share a part with those of any note but their own and that of the other end's same bits. */
function requireUnused(
  memory: string,
  secret: Uint8Array,
  { bytes, file }: NewBits,
  use: BitsUse,
  own: Uint8Array,
): void {
  const windows = new Windows(secret, bytes);
  const names = readdirSync(memory).filter((name) => /^[0-9a-f]{32}-(alice|bob)$/.test(name));
  let table = new FingerprintTable();
  let inTable: string[] = [];
  const search = () => {
    const at = windows.find(table, 0);
    if (at === undefined) return;
    const print = windows.at(at);
    const name = inTable.find((each) => readNote(memory, each).prints.indexOf(print) >= 0) ?? inTable[0];
    const bytesText = `has bytes ${at} to ${at + GROUP - 1} that were`;
    throw usedBefore(file, bytesText, readNote(memory, name).use.end, join(memory, name));
  };
  for (const name of names) {
    if (name === `${use.id}-${use.end}`) continue;
    const { use: other, prints } = readNote(memory, name);
    const isOtherEnds =
      other.end !== use.end && other.id === use.id && other.key === use.key && other.slot === use.slot;
    if (isOtherEnds && prints.equals(own)) continue;
    inTable.push(name);
    for (const print of printsOf(prints)) {
      table.add(...print);
      if (table.count < AT_ONCE) continue;
      search();
      table = new FingerprintTable();
      inTable = [name];
    }
  }
  if (table.count > 0) search();
}

function readNote(memory: string, name: string): { readonly use: BitsUse; readonly prints: Buffer } {
  const path = join(memory, name);
  const content = readFileSync(path);
  const end = content.indexOf("\n") + 1;
  const prints = content.subarray(end, -1);
  const use = NOTE.safeParse(end > 0 ? jsonValue(content.toString("utf8", 0, end), { file: path }) : undefined);
  if (use.success && content.at(-1) === 10 && content.length > end && prints.length % PRINT === 0) {
    return { use: use.data, prints };
  }
  throw new InputError(
    "is damaged: the bits that it is about are not known without it; restore it, or remove it if their key is no longer used",
    { file: path },
  );
}

/** Fingerprints of consecutive groups, those of a rest left out. */
function fingerprints(secret: Uint8Array, bytes: Uint8Array): Uint8Array {
  const found = new Uint8Array(Math.floor(bytes.length / GROUP) * PRINT);
  let at = 0;
  for (const part of printed(secret, bytes, 0)) {
    found.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return found;
}

/** Fingerprints of the groups that begin at byte `shift`, [group][2] words, in parts. */
function* printed(secret: Uint8Array, bytes: Uint8Array, shift: number): Generator<Uint32Array> {
  const cipher = createCipheriv("aes-192-ecb", secret, null).setAutoPadding(false);
  const end = shift + Math.floor((bytes.length - shift) / GROUP) * GROUP;
  for (let at = shift; at < end; at += PART_BYTES) {
    // Copied, so that words are aligned.
    const plain = new Uint32Array(new Uint8Array(bytes.subarray(at, Math.min(end, at + PART_BYTES))).buffer);
    const secretWords = new Uint32Array(new Uint8Array(cipher.update(new Uint8Array(plain.buffer))).buffer);
    const words = new Uint32Array(plain.length / 2);
    for (let i = 0; i < words.length; i += 2) {
      words[i] = plain[2 * i] ^ secretWords[2 * i];
      // Never 0, which stands for an empty place of a table.
      words[i + 1] = plain[2 * i + 1] ^ secretWords[2 * i + 1] || 1;
    }
    yield words;
  }
}

function* printsOf(prints: Uint8Array): Generator<readonly [number, number]> {
  const view = new DataView(prints.buffer, prints.byteOffset, prints.byteLength);
  for (let at = 0; at < prints.length; at += PRINT) yield [view.getUint32(at, true), view.getUint32(at + 4, true)];
}

/** Fingerprints of bytes at every offset. */
class Windows {
  readonly #secret: Uint8Array;
  readonly #bytes: Uint8Array;

  constructor(secret: Uint8Array, bytes: Uint8Array) {
    this.#secret = secret;
    this.#bytes = bytes;
  }

  /** The fingerprint at an offset. */
  at(offset: number): Uint8Array {
    return fingerprints(this.#secret, this.#bytes.subarray(offset, offset + GROUP));
  }

  /** The first found offset of a window whose fingerprint is in a table. @param from 1 leaves out where groups begin. */
  find(table: FingerprintTable, from: 0 | 1): number | undefined {
    for (let shift = from; shift < GROUP; shift++) {
      let group = 0;
      for (const words of printed(this.#secret, this.#bytes, shift)) {
        for (let i = 0; i < words.length; i += 2, group++) {
          if (table.has(words[i], words[i + 1])) return shift + GROUP * group;
        }
      }
    }
    return undefined;
  }
}

/** A set of fingerprints: open addressing, at most half full. */
class FingerprintTable {
  #words = new Uint32Array(2 ** 10);
  /** A bit for each value of the last bits of a second word: nearly all windows that are not here end at it, in the cache. */
  #seconds = new Uint32Array(2 ** 7);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(low: number, high: number): void {
    if (4 * (this.#count + 1) > this.#words.length) this.#grow();
    const place = this.#place(low, high);
    if (this.#words[place + 1] === 0) this.#count++;
    this.#words[place] = low;
    this.#words[place + 1] = high;
    this.#seconds[(high >>> 5) & (this.#seconds.length - 1)] |= 1 << (high & 31);
  }

  has(low: number, high: number): boolean {
    const seconds = this.#seconds;
    if (((seconds[(high >>> 5) & (seconds.length - 1)] >>> (high & 31)) & 1) === 0) return false;
    return this.#words[this.#place(low, high) + 1] !== 0;
  }

  /** The place of a fingerprint, or where it would be put. A place without one has 0 in its second word. */
  #place(low: number, high: number): number {
    const mask = this.#words.length - 1;
    for (let place = (2 * low) & mask; ; place = (place + 2) & mask) {
      const found = this.#words[place + 1];
      if (found === 0 || (found === high && this.#words[place] === low)) return place;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#words = new Uint32Array(2 * before.length);
    this.#seconds = new Uint32Array(2 * this.#seconds.length);
    this.#count = 0;
    for (let i = 0; i < before.length; i += 2) if (before[i + 1] !== 0) this.add(before[i], before[i + 1]);
  }
}

/** Most bytes of raw bits that are taken at once. */
const MOST_BYTES = 2 ** 28;
/** Fewer printable bytes are no text. */
const LEAST_TEXT = 16;
/** Standard deviations beyond which the difference of ones and zeros of random bits never lies: 1e-23. */
const DEVIATIONS = 10;

/** Secret random bits, as a file has them. */
interface RawBits {
  readonly bytes: Uint8Array;
  /** Whether other users of the machine may read the file. */
  readonly isOpenToOthers: boolean;
}

/**
 * Reads a file of secret random bits.
 * @param least smallest number of bytes.
 * @throws InputError if it cannot be read, is too short, is text, or its bits are not random: constant, repeated, or
 * far more ones than zeros.
 */
function readRawBits(path: string, least: number): RawBits {
  const { bytes, mode } = contentOf(path);
  const fault = containerFault(bytes) ?? textFault(bytes, path) ?? lengthFault(bytes, least) ?? patternFault(bytes);
  if (fault !== undefined) throw new InputError(fault, { file: path });
  return { bytes, isOpenToOthers: process.platform !== "win32" && (mode & 0o044) !== 0 };
}

function contentOf(path: string): { readonly bytes: Uint8Array; readonly mode: number } {
  try {
    const { mode } = statSync(path);
    return { bytes: readBoundedBytes(path, MOST_BYTES), mode };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot be read: ${readFailure(error)}`, { file: path });
  }
}

function lengthFault(bytes: Uint8Array, least: number): string | undefined {
  if (bytes.length >= least) return undefined;
  return `has ${bytes.length} bytes: at least ${least} secret random ones are needed`;
}

/** Bytes of archives and images are no secret bits, random as they look. */
function containerFault(bytes: Uint8Array): string | undefined {
  const container = containerOf(bytes.subarray(0, CONTAINER_BYTES));
  return container && `is ${containerText(container)}: a key needs the secret random bytes alone`;
}

/** As many random bytes are never all printable characters. */
function textFault(bytes: Uint8Array, path: string): string | undefined {
  if (bytes.length < LEAST_TEXT || bytes.some((byte) => byte > 126 || (byte < 32 && !(byte >= 9 && byte <= 13))))
    return undefined;
  const text = Buffer.from(bytes).toString("latin1");
  if (text.trimStart().startsWith("-----BEGIN")) {
    return `is text, PEM: a key needs the bytes, sed /^-----/d ${path} | base64 -d > secret.bin writes them`;
  }
  if (/^(0x)?[0-9a-fA-F\s:]+$/.test(text)) {
    return `is text, hexadecimal: a key needs the bytes, xxd -r -p ${path} > secret.bin writes them`;
  }
  if (/^[A-Za-z0-9+/=\s]+$/.test(text)) {
    return `is text, base64: a key needs the bytes, base64 -d ${path} > secret.bin writes them`;
  }
  return "is text: a key needs secret random bytes, for example head -c 4112 /dev/random > secret.bin";
}

function patternFault(bytes: Uint8Array): string | undefined {
  if (bytes.every((byte) => byte === bytes[0])) return "is constant: a key needs secret random bits";
  const ones = bytes.reduce((sum, byte) => sum + bitsOf(byte), 0);
  const bits = 8 * bytes.length;
  if (Math.abs(ones - bits / 2) > (DEVIATIONS * Math.sqrt(bits)) / 2) {
    return `has ${ones} ones among ${bits} bits: random bits have as many zeros, a key needs those`;
  }
  if (repeatsItself(bytes)) return "has the same bytes in two places: random bits never do, a key needs fresh ones";
  return undefined;
}

function bitsOf(byte: number): number {
  let [bits, left] = [0, byte];
  for (; left > 0; left >>= 1) bits += left & 1;
  return bits;
}

/** Bytes for one message of each end, besides the bytes of the id. */
const LEAST_ONE_TIME = ID_BYTES + 2 * SLOT_KEY_BYTES;
const LEAST_SECRET = 32;

/** Secret bits for a key file. */
interface KeyBits {
  /** File of secret random bits. */
  readonly bits: string;
  /** Number of messages that a long-lived secret serves; one-time bits serve a number given by their length. */
  readonly messages: number;
  /** Leaves the file of the bits; else it is overwritten and removed. */
  readonly keep: boolean;
  /** Folder that remembers the bits that were made into keys. */
  readonly memory?: string;
}

/** The result of making a key. */
export interface MadeKey {
  readonly id: string;
  /** Slots that were made here, for messages of both ends. */
  readonly slots: number;
  /** Whether other users could read the secret bits. */
  readonly isOpenToOthers: boolean;
}

/**
 * Makes an end's key file from secret random bits that the other end has too. The first 16 bytes become the id of the
 * key, which is public; for a long-lived secret the id and the keys of the slots are its HMAC-SHA-256, and the secret
 * is not kept.
 * @throws InputError if the bits are weak or were made into a key before, the file exists, or the disk refuses.
 */
export function newAuthKey(out: string, end: Party, mode: TagMode, from: KeyBits): MadeKey {
  const raw = readRawBits(from.bits, mode === "one-time" ? LEAST_ONE_TIME : LEAST_SECRET);
  const { id, slots } = slotsOf(raw, mode, from.messages);
  requireSharedFolder(dirname(out));
  const forget = noteBits(raw, from, { id, end, key: id, file: out, slot: 0 });
  let hasName = false;
  try {
    const temporary = `${out}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      const { ino: inode } = fstatSync(descriptor, { bigint: true });
      const made = madeAt(descriptor);
      const endId = randomBytes(ID_BYTES).toString("hex");
      writeBytes(
        descriptor,
        writeKeyHeader({ mode, end, inode, made, slots: slots.length / SLOT_BYTES, endId, ids: [id] }),
      );
      writeBytes(descriptor, slots);
      fsyncSync(descriptor);
      // Unlike renaming, it never replaces a file.
      linkSync(temporary, out);
      hasName = true;
    } finally {
      closeSync(descriptor);
      rmSync(temporary, { force: true });
    }
    syncFolderOf(out);
  } catch (error) {
    // A key file that has its name can be used, even if the disk has failed since.
    if (!hasName) forget();
    if (errorCode(error) === "EEXIST")
      throw new InputError("exists already: a key file is never overwritten", { file: out });
    throw diskError(error, out);
  }
  slots.fill(0);
  return finished(raw, from, id, slots.length / SLOT_BYTES);
}

/**
 * Appends secret random bits to a key file; used bits stay used. Both ends add the same bits in the same order.
 * @throws InputError as `newAuthKey` and `KeySlots.open`, or if these bits are in the key already.
 */
export async function addAuthBits(path: string, from: KeyBits): Promise<MadeKey> {
  const key = KeySlots.open(path);
  try {
    const { mode } = key.header;
    const raw = readRawBits(from.bits, mode === "one-time" ? LEAST_ONE_TIME : LEAST_SECRET);
    const { id, slots } = slotsOf(raw, mode, from.messages);
    // A process of this host that is stopped keeps the lock.
    await withLock(
      join(dirname(key.place), `${key.header.endId}.lock`),
      (stillOurs) => append(key, id, slots, raw, from, stillOurs),
      { keepsWhileRunning: true },
    );
    slots.fill(0);
    return finished(raw, from, id, slots.length / SLOT_BYTES);
  } finally {
    key.close();
  }
}

function append(
  key: KeySlots,
  id: string,
  slots: Uint8Array,
  raw: RawBits,
  from: KeyBits,
  stillOurs: () => boolean,
): void {
  const { header } = key;
  if (header.ids.includes(id)) throw new InputError("is in the key already: take fresh bits", { file: from.bits });
  if (header.ids.length === MOST_IDS) {
    throw new InputError(`has taken bits ${MOST_IDS} times: make a new key`, { file: key.path });
  }
  const lost = () => new InputError("another process changes the key: run the same command again", { file: key.path });
  if (!stillOurs()) throw lost();
  const use = { id, end: header.end, key: header.ids[0], file: key.path, slot: header.slots };
  const forget = noteBits(raw, from, use);
  try {
    key.append(slots);
    if (!stillOurs()) throw lost();
  } catch (error) {
    forget();
    throw error;
  }
  // Once the head is written, the bits can be used, even if the disk then fails: their note stays.
  key.changeHeader({ ...header, slots: header.slots + slots.length / SLOT_BYTES, ids: [...header.ids, id] });
}

/** When the file system made a file, if that stays when the file is changed: some systems give the time of the last change instead. */
function madeAt(descriptor: number): bigint {
  const before = fstatSync(descriptor, { bigint: true });
  for (let attempt = 0; attempt < 1500; attempt++) {
    fchmodSync(descriptor, 0o600);
    const after = fstatSync(descriptor, { bigint: true });
    if (after.ctimeNs !== before.ctimeNs) return after.birthtimeNs === before.birthtimeNs ? after.birthtimeNs : 0n;
    // Times of changes come in steps of a few milliseconds.
    pause(2);
  }
  return 0n;
}

/** The id of bits, and slots with their keys. */
function slotsOf({ bytes }: RawBits, mode: TagMode, messages: number): { id: string; slots: Uint8Array } {
  const oneTime = mode === "one-time";
  const derived = (text: string) => hmac(sha256, bytes, new TextEncoder().encode(`gfq-ldpc auth ${text}`));
  const id = oneTime ? bytes.subarray(0, ID_BYTES) : derived("id").subarray(0, ID_BYTES);
  const count = oneTime ? Math.floor((bytes.length - ID_BYTES) / SLOT_KEY_BYTES) : 2 * messages;
  const slots = new Uint8Array(count * SLOT_BYTES);
  for (let slot = 0; slot < count; slot++) {
    const at = ID_BYTES + slot * SLOT_KEY_BYTES;
    slots.set(oneTime ? bytes.subarray(at, at + SLOT_KEY_BYTES) : derived(`slot ${slot}`), slot * SLOT_BYTES);
  }
  return { id: Buffer.from(id).toString("hex"), slots };
}

function finished({ bytes, isOpenToOthers }: RawBits, { bits, keep }: KeyBits, id: string, slots: number): MadeKey {
  bytes.fill(0);
  if (!keep) destroyFile(bits);
  return { id, slots, isOpenToOthers };
}

/** Notes the use of bits in the user's memory, or the given one. @returns a function that forgets it. */
function noteBits(
  { bytes }: RawBits,
  { bits, memory = join(stateFolder(), "auth-keys") }: KeyBits,
  use: BitsUse,
): () => void {
  return noteUse(memory, { bytes, file: bits }, use);
}
