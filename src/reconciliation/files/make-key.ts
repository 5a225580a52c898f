import { randomBytes } from "node:crypto";
import { closeSync, fchmodSync, fstatSync, fsyncSync, linkSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { InputError } from "../../index.ts";
import { readBoundedBytes } from "../../node/disk/bounded-text.ts";
import { diskError, errorCode, syncFolderOf, writeBytes } from "../../node/disk/disk.ts";
import { withLock } from "../../node/disk/folder-lock.ts";
import { readFailure } from "../../node/disk/read-failure.ts";
import { requireSharedFolder } from "../../node/disk/shared-folder.ts";
import { pause } from "../../node/pause.ts";
import type { Party } from "./headers.ts";
import { KeySlots, MOST_IDS, SLOT_BYTES, SLOT_KEY_BYTES, writeKeyHeader } from "./key-slots.ts";
import { stateFolder } from "./ledger.ts";
import { ID_BYTES, type TagMode } from "./record-file.ts";
import { destroyFile } from "./resumable-file.ts";
import { type BitsUse, noteUse, repeatsItself } from "./used-bits.ts";

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
  const fault = textFault(bytes, path) ?? lengthFault(bytes, least) ?? patternFault(bytes);
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
      {
        keepsWhileRunning: true,
      },
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
