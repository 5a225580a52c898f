import { createHash } from "node:crypto";
import type { StreamHeader } from "./headers.ts";

/**
 * The hash of packed bits of a block: the first bytes of SHA-256 over salt, index of the block (u64 little-endian), number of its bits
 * (u32 little-endian) and the bits. The kernel reconciliation/block-hash computes the same hash on the device.
 */
export function blockHash(
  { salt, hashBits }: StreamHeader,
  block: number,
  bits: Uint8Array,
  count: number,
): Uint8Array {
  const prefix = Buffer.alloc(12);
  prefix.writeBigUInt64LE(BigInt(block));
  prefix.writeUInt32LE(count, 8);
  const digest = createHash("sha256").update(salt, "hex").update(prefix).update(bits).digest();
  return digest.subarray(0, hashBits / 8);
}

/** Whether packed bits of a block have a hash (`blockHash`). */
export function hasHash(
  stream: StreamHeader,
  block: number,
  bits: Uint8Array,
  count: number,
  hash: Uint8Array,
): boolean {
  return Buffer.from(blockHash(stream, block, bits, count)).equals(hash);
}
