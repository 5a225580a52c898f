import { createHash } from "node:crypto";
import { InputError } from "../../../errors.ts";
import type { Party } from "../messages/headers.ts";
import { ID_BYTES, TAG_MODES, type TagMode } from "../messages/seal.ts";

/**
 * The head of a key file of `ldpc key`, 4096 bytes; its slots follow it (key-slots.ts):
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
export const HEADER_BYTES = 4096;
/** Additions, and the first bits, that one file takes. */
export const MOST_IDS = 249;

const MAGIC = Buffer.from("gfq-ldpc authkey");
const VERSION = 1;
const ENDS: readonly Party[] = ["alice", "bob"];
const CHECKSUM_AT = HEADER_BYTES - 32;
const MADE_AT = CHECKSUM_AT - 16;

/** State of a key file. Ids are hexadecimal. */
export interface KeyHeader {
  readonly mode: TagMode;
  /** Whose file it is. */
  readonly end: Party;
  readonly inode: bigint;
  /**
   * Time at which its file system made the file, in nanoseconds: the number of a removed file may be used again. 0 if
   * unknown.
   */
  readonly made: bigint;
  readonly slots: number;
  readonly endId: string;
  /** Ids of the key, then of each addition. */
  readonly ids: readonly string[];
}

export function writeKeyHeader({ mode, end, inode, made, slots, endId, ids }: KeyHeader): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(VERSION, 16);
  bytes[20] = TAG_MODES.indexOf(mode) + 1;
  bytes[21] = ENDS.indexOf(end);
  bytes.writeBigUInt64LE(inode, 24);
  bytes.writeBigUInt64LE(BigInt(slots), 32);
  bytes.writeUInt32LE(ids.length, 40);
  for (const [i, id] of [endId, ...ids].entries()) bytes.write(id, 48 + ID_BYTES * i, "hex");
  bytes.writeBigUInt64LE(made, MADE_AT);
  bytes.set(checksum(bytes), CHECKSUM_AT);
  return bytes;
}

/**
 * Reads the output of `writeKeyHeader`. @throws InputError if it is no head of a key file, damaged or of another
 * version.
 */
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
  if (bytes.length < HEADER_BYTES || Buffer.compare(checksum(bytes), bytes.subarray(CHECKSUM_AT)) !== 0)
    throw damaged();
  const [mode, end] = [TAG_MODES[bytes[20] - 1], ENDS[bytes[21]]];
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

function checksum(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes.subarray(0, CHECKSUM_AT)).digest();
}
