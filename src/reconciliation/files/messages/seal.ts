/**
 * The seal after the records of a file for the other end, 160 bytes:
 *
 *      0   "gfq-seal"
 *      8   u8, kind of the tag: 1 one-time, 2 with a long-lived secret; then 7 zeros
 *     16   u64: slot of the key file whose bits make the tag
 *     24   u64: the slot that the sender had used before
 *     32   ids, 16 bytes each: the key, the sending end, the receiving end that the sender knows; zeros if unknown
 *     80   u64: slot of the last message that the sender has accepted; 32 bytes: the SHA-256 of that whole file; 8 zeros
 *    128   tag, 32 bytes, a shorter tag padded with zeros
 *
 * Numbers are little-endian, and 2^64 − 1 stands for none. The tag is of all bytes of the file before it.
 */

/** Bytes of a seal, and the number of them that the tag covers. */
export const SEAL_BYTES = 160;
export const SEAL_FIELD_BYTES = 128;
/** Bytes of the ids of keys and ends. */
export const ID_BYTES = 16;
export const SEAL_TAG_BYTES = SEAL_BYTES - SEAL_FIELD_BYTES;
/** Bytes of the seals that an earlier version of this program wrote. */
export const EARLIER_SEAL_BYTES = 24;

const MAGIC = Buffer.from("gfq-seal");
const NONE = 2n ** 64n - 1n;

/** How tags are made, in the order of their numbers from 1. */
export const TAG_MODES = ["one-time", "long-lived"] as const;
export type TagMode = (typeof TAG_MODES)[number];

/** The fields of a seal besides its tag. Ids are hexadecimal. */
export interface SealFields {
  readonly mode: TagMode;
  readonly slot: number;
  readonly previous?: number;
  readonly key: string;
  readonly from: string;
  readonly to?: string;
  readonly heard?: { readonly slot: number; readonly digest: Uint8Array };
}

/** A seal as a file has it: nothing of it is checked yet. */
export interface FoundSeal extends SealFields {
  /** The bytes that it was read from. */
  readonly bytes: Uint8Array;
  readonly tag: Uint8Array;
}

/** The bytes of a seal before its tag. */
export function writeSealFields({ mode, slot, previous, key, from, to, heard }: SealFields): Uint8Array {
  const bytes = Buffer.alloc(SEAL_FIELD_BYTES);
  MAGIC.copy(bytes);
  bytes[8] = TAG_MODES.indexOf(mode) + 1;
  writeNumber(bytes, slot, 16);
  writeNumber(bytes, previous, 24);
  for (const [i, id] of [key, from, to ?? ""].entries()) bytes.write(id, 32 + ID_BYTES * i, "hex");
  writeNumber(bytes, heard?.slot, 80);
  if (heard !== undefined) bytes.set(heard.digest, 88);
  return bytes;
}

/** Reads the output of `writeSealFields` and the tag after it; undefined if these bytes are no seal. */
export function readSeal(bytes: Uint8Array): FoundSeal | undefined {
  const all = Buffer.from(bytes);
  const mode = TAG_MODES[all[8] - 1];
  const slot = readNumber(all, 16);
  if (all.length !== SEAL_BYTES || !all.subarray(0, 8).equals(MAGIC) || !mode || slot === undefined) return undefined;
  const [key, from, to] = [0, 1, 2].map((i) => all.toString("hex", 32 + ID_BYTES * i, 32 + ID_BYTES * (i + 1)));
  const heard = readNumber(all, 80);
  return {
    bytes: all,
    mode,
    slot,
    previous: readNumber(all, 24),
    key,
    from,
    to: /^0*$/.test(to) ? undefined : to,
    heard: heard === undefined ? undefined : { slot: heard, digest: all.subarray(88, 120) },
    tag: all.subarray(SEAL_FIELD_BYTES),
  };
}

function writeNumber(bytes: Buffer, value: number | undefined, position: number): void {
  bytes.writeBigUInt64LE(value === undefined ? NONE : BigInt(value), position);
}

/** Numbers beyond the slots of any file may lose their last digits. */
function readNumber(bytes: Buffer, position: number): number | undefined {
  const value = bytes.readBigUInt64LE(position);
  return value === NONE ? undefined : Number(value);
}
