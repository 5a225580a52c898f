import { createCipheriv, createHmac, randomBytes } from "node:crypto";
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
  userFolder,
  writeBytes,
} from "../../node/disk/disk.ts";
import { withLock } from "../../node/disk/folder-lock.ts";
import { pause } from "../../node/program.ts";
import { balanceFault, countOnes } from "../core/bit-source.ts";
import { KeySlots, MOST_IDS, SLOT_BYTES, SLOT_KEY_BYTES, writeKeyHeader } from "./auth-key.ts";
import { createLinked, destroyFile } from "./growing-file.ts";
import { PARTIES, type Party } from "./headers.ts";
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
/** Fingerprints of other bits that are looked for at once, besides those of one note: 32 MiB. */
const AT_ONCE = 2 ** 22;
/** Bytes of new bits that are fingerprinted at once. */
const PART_BYTES = 2 ** 20;

const NOTE = z.strictObject({
  format: z.literal("gfq-ldpc used bits"),
  /** Name of the taken bits, with their end. */
  id: z.string(),
  end: z.enum(PARTIES),
  /** Where they are: id of the key, its file when they were taken, and the first slot. */
  key: z.string(),
  file: z.string(),
  slot: z.number().int().nonnegative(),
});

/** Where secret bits are put. */
type BitsUse = Omit<z.infer<typeof NOTE>, "format">;

/** Secret bits that are about to be made into a key, and their file for messages. */
interface NewBits {
  readonly bytes: Uint8Array;
  readonly file: string;
}

/**
 * Notes that bits are made into a key, before they are: making a second key from any part of them would use it twice. The
 * other end of the same key may take the same bits to the same slots.
 * @param memory folder of the notes.
 * @returns a function that forgets the note, for bits of which no key was made.
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
  const own = new Fingerprints(fingerprints(secret, bytes));
  // Where a group begins, each fingerprint is in its own place.
  return own.repeat || firstWindow(secret, bytes, own, 1) !== undefined;
}

/** The key of the fingerprints, drawn at the first use. */
function memorySecret(memory: string): Uint8Array {
  const path = join(memory, "secret");
  makeFolder(memory, 0o700);
  if (!existsSync(path) && createLinked(path, randomBytes(SECRET_BYTES).toString("hex")) === "no links") {
    throw new InputError("lies on a file system without hard links: keep it on another", { file: memory });
  }
  const secret = Buffer.from(readFileSync(path, "utf8"), "hex");
  if (secret.length === SECRET_BYTES) return secret;
  throw new InputError("is damaged: the bits that were made into keys are not known without it", { file: path });
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
function requireUnused(memory: string, secret: Uint8Array, { bytes, file }: NewBits, use: BitsUse, own: Uint8Array) {
  let found: (ReturnType<typeof readNote> & { readonly name: string })[] = [];
  let size = 0;
  const search = () => {
    const at = firstWindow(secret, bytes, new Fingerprints(Buffer.concat(found.map(({ prints }) => prints))), 0);
    if (at === undefined) return;
    const print = fingerprints(secret, bytes.subarray(at, at + GROUP));
    const { name, use: other } = found.find(({ prints }) => prints.indexOf(print) >= 0) ?? found[0];
    throw usedBefore(file, `has bytes ${at} to ${at + GROUP - 1} that were`, other.end, join(memory, name));
  };
  for (const name of readdirSync(memory).filter((name) => /^[0-9a-f]{32}-(alice|bob)$/.test(name))) {
    if (name === `${use.id}-${use.end}`) continue;
    const note = readNote(memory, name);
    const { end, id, key, slot } = note.use;
    if (end !== use.end && id === use.id && key === use.key && slot === use.slot && note.prints.equals(own)) continue;
    found.push({ name, ...note });
    size += note.prints.length;
    if (size < PRINT * AT_ONCE) continue;
    search();
    [found, size] = [[], 0];
  }
  if (size > 0) search();
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
      // Never 0: a rule of the stored fingerprints.
      words[i + 1] = plain[2 * i + 1] ^ secretWords[2 * i + 1] || 1;
    }
    yield words;
  }
}

/** Offset of the first window of bytes that is in a set. @param from 1 leaves out where groups begin. */
function firstWindow(secret: Uint8Array, bytes: Uint8Array, set: Fingerprints, from: 0 | 1): number | undefined {
  for (let shift = from as number; shift < GROUP; shift++) {
    let group = 0;
    for (const words of printed(secret, bytes, shift)) {
      for (let i = 0; i < words.length; i += 2, group++) {
        if (set.has(words[i], words[i + 1])) return shift + GROUP * group;
      }
    }
  }
  return undefined;
}

/** A set of fingerprints. */
class Fingerprints {
  /** [print][2], ascending by the second word, then by the first. */
  readonly #words: Uint32Array;
  /** A bit for each value of the last bits of a second word: nearly all windows that are not here end at it. */
  readonly #seconds: Uint32Array;

  constructor(prints: Uint8Array) {
    this.#words = new Uint32Array(new BigUint64Array(Uint8Array.from(prints).buffer).sort().buffer);
    this.#seconds = new Uint32Array(2 ** Math.max(7, Math.ceil(Math.log2(this.#words.length / 4))));
    for (let i = 1; i < this.#words.length; i += 2) {
      const high = this.#words[i];
      this.#seconds[(high >>> 5) & (this.#seconds.length - 1)] |= 1 << (high & 31);
    }
  }

  /** Whether two fingerprints are equal. */
  get repeat(): boolean {
    const words = this.#words;
    return words.some((word, i) => i % 2 === 0 && word === words[i + 2] && words[i + 1] === words[i + 3]);
  }

  has(low: number, high: number): boolean {
    const [words, seconds] = [this.#words, this.#seconds];
    if (((seconds[(high >>> 5) & (seconds.length - 1)] >>> (high & 31)) & 1) === 0) return false;
    let [from, to] = [0, words.length / 2];
    while (from < to) {
      const middle = (from + to) >> 1;
      const second = words[2 * middle + 1];
      if (second < high || (second === high && words[2 * middle] < low)) from = middle + 1;
      else to = middle;
    }
    return words[2 * from] === low && words[2 * from + 1] === high;
  }
}

/** Most bytes of raw bits that are taken at once. */
const MOST_BYTES = 2 ** 28;
/** Fewer printable bytes are no text. */
const LEAST_TEXT = 16;

/** Secret random bits, as a file has them. */
interface RawBits {
  readonly bytes: Uint8Array;
  /** Whether other users of the machine may read the file. */
  readonly isOpenToOthers: boolean;
}

/** Reads a file of secret random bits for keys of a mode. */
function readRawBits(path: string, mode: TagMode): RawBits {
  try {
    const isOpenToOthers = process.platform !== "win32" && (statSync(path).mode & 0o044) !== 0;
    const bytes = readBoundedBytes(path, MOST_BYTES);
    const fault = rawBitsFault(bytes, path, mode === "one-time" ? LEAST_ONE_TIME : LEAST_SECRET);
    if (fault !== undefined) throw new InputError(fault, { file: path });
    return { bytes, isOpenToOthers };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot be read: ${readFailure(error)}`, { file: path });
  }
}

function rawBitsFault(bytes: Uint8Array, path: string, least: number): string | undefined {
  // Bytes of archives and images are no secret bits, random as they look.
  const container = containerOf(bytes.subarray(0, CONTAINER_BYTES));
  if (container) return `is ${containerText(container)}: a key needs the secret random bytes alone`;
  // As many random bytes are never all printable characters.
  const isText = bytes.every((byte) => byte <= 126 && (byte >= 32 || (byte >= 9 && byte <= 13)));
  if (isText && bytes.length >= LEAST_TEXT) {
    return `is text: a key needs secret random bytes, of hexadecimal text those of xxd -r -p ${path} > secret.bin, of base64 those of base64 -d ${path} > secret.bin`;
  }
  if (bytes.length < least) return `has ${bytes.length} bytes: at least ${least} secret random ones are needed`;
  if (bytes.every((byte) => byte === bytes[0])) return "is constant: a key needs secret random bits";
  const unbalanced = balanceFault(countOnes(bytes), 8 * bytes.length);
  if (unbalanced !== undefined || !repeatsItself(bytes)) return unbalanced;
  return "has the same bytes in two places: random bits never do, a key needs fresh ones";
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
  /** Folder that remembers the bits that were made into keys; the user's own if left out. */
  readonly memory?: string;
}

const memoryOf = ({ memory = join(userFolder("state"), "auth-keys") }: KeyBits) => memory;

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
 */
export function newAuthKey(out: string, end: Party, mode: TagMode, from: KeyBits): MadeKey {
  const raw = readRawBits(from.bits, mode);
  const { id, slots } = slotsOf(raw, mode, from.messages);
  requireSharedFolder(dirname(out));
  const forget = noteUse(
    memoryOf(from),
    { bytes: raw.bytes, file: from.bits },
    { id, end, key: id, file: out, slot: 0 },
  );
  let hasName = false;
  try {
    const temporary = `${out}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      const { ino: inode } = fstatSync(descriptor, { bigint: true });
      const made = madeAt(descriptor);
      const endId = randomBytes(ID_BYTES).toString("hex");
      const header = { mode, end, inode, made, slots: slots.length / SLOT_BYTES, endId, ids: [id] };
      for (const part of [writeKeyHeader(header), slots]) writeBytes(descriptor, part);
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
    if (errorCode(error) !== "EEXIST") throw diskError(error, out);
    throw new InputError("exists already: a key file is never overwritten", { file: out });
  }
  return finished(raw, from, id, slots);
}

/** Appends secret random bits to a key file; used bits stay used. Both ends add the same bits in the same order. */
export async function addAuthBits(path: string, from: KeyBits): Promise<MadeKey> {
  const key = KeySlots.open(path);
  try {
    const { mode } = key.header;
    const raw = readRawBits(from.bits, mode);
    const made = slotsOf(raw, mode, from.messages);
    const lock = join(dirname(key.place), `${key.header.endId}.lock`);
    // A process of this host that is stopped keeps the lock.
    await withLock(lock, (stillOurs) => append(key, made, raw, from, stillOurs), { keepsWhileRunning: true });
    return finished(raw, from, made.id, made.slots);
  } finally {
    key.close();
  }
}

function append(
  key: KeySlots,
  { id, slots }: ReturnType<typeof slotsOf>,
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
  const forget = noteUse(memoryOf(from), { bytes: raw.bytes, file: from.bits }, use);
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
function slotsOf({ bytes }: RawBits, mode: TagMode, messages: number) {
  const oneTime = mode === "one-time";
  const derived = (text: string) => createHmac("sha256", bytes).update(`gfq-ldpc auth ${text}`).digest();
  const id = oneTime ? bytes.subarray(0, ID_BYTES) : derived("id").subarray(0, ID_BYTES);
  const count = oneTime ? Math.floor((bytes.length - ID_BYTES) / SLOT_KEY_BYTES) : 2 * messages;
  const slots = new Uint8Array(count * SLOT_BYTES);
  for (let slot = 0; slot < count; slot++) {
    const at = ID_BYTES + slot * SLOT_KEY_BYTES;
    slots.set(oneTime ? bytes.subarray(at, at + SLOT_KEY_BYTES) : derived(`slot ${slot}`), slot * SLOT_BYTES);
  }
  return { id: Buffer.from(id).toString("hex"), slots };
}

function finished({ bytes, isOpenToOthers }: RawBits, { bits, keep }: KeyBits, id: string, slots: Uint8Array): MadeKey {
  for (const secret of [bytes, slots]) secret.fill(0);
  if (!keep) destroyFile(bits);
  return { id, slots: slots.length / SLOT_BYTES, isOpenToOthers };
}
