import { copyBits } from "../../code/bit-string.ts";
import type { StreamHeader } from "./messages/headers.ts";
import { DIGEST_BYTES, journalRecordBytes, RESULT_BYTES } from "./messages/journal-bytes.ts";
import { blockHash } from "./messages/verification-hash.ts";

/** The result of a block. */
export interface BlockResult {
  readonly converged: boolean;
  readonly verified: boolean;
  readonly iterations: number;
  /** Bits that were wrong in a verified block. */
  readonly corrected: number;
}

/** A block's record in a journal. */
export interface JournalRecord {
  readonly result: BlockResult;
  /** SHA-256 of the block's private bits (`privateDigests`); absent if none are kept. */
  readonly digest?: Uint8Array;
}

/** Records as payloads of a journal, [block][payload]: either all have a digest or none does. */
export function writeResults(records: readonly JournalRecord[]): Uint8Array {
  const stride = journalRecordBytes(records[0]?.digest !== undefined);
  const bytes = new Uint8Array(stride * records.length);
  const view = new DataView(bytes.buffer);
  for (const [i, { result, digest = new Uint8Array(0) }] of records.entries()) {
    const at = stride * i;
    view.setUint8(at, (result.converged ? 1 : 0) + (result.verified ? 2 : 0));
    view.setUint32(at + 1, result.iterations, true);
    view.setUint32(at + 5, result.corrected, true);
    bytes.set(digest, at + RESULT_BYTES);
  }
  return bytes;
}

/** Reads the output of `writeResults`. @param stride bytes of a payload. */
export function readResults(bytes: Uint8Array, stride: number): JournalRecord[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / stride }, (_, i) => {
    const at = stride * i;
    const result = {
      converged: (view.getUint8(at) & 1) !== 0,
      verified: (view.getUint8(at) & 2) !== 0,
      iterations: view.getUint32(at + 1, true),
      corrected: view.getUint32(at + 5, true),
    };
    return stride === RESULT_BYTES ? { result } : { result, digest: bytes.subarray(at + RESULT_BYTES, at + stride) };
  });
}

/** SHA-256 of the private bits of a block, packed, with its index and the salt of the stream. */
export function privateDigest(stream: StreamHeader, block: number, bits: Uint8Array): Uint8Array {
  return blockHash({ ...stream, hashBits: 8 * DIGEST_BYTES }, block, bits, stream.punctured);
}

/** `privateDigest` of consecutive blocks. @param privateBits [block][⌈p/8⌉], with anything behind the last bit of a block. */
export function privateDigests(stream: StreamHeader, first: number, privateBits: Uint8Array): Uint8Array[] {
  const bytes = Math.ceil(stream.punctured / 8);
  return Array.from({ length: privateBits.length / bytes }, (_, i) => {
    const bits = new Uint8Array(bytes);
    copyBits(privateBits, 8 * bytes * i, bits, 0, stream.punctured);
    return privateDigest(stream, first + i, bits);
  });
}
