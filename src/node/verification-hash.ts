import { createHash } from "node:crypto";
import type { StreamHeader } from "./reconciliation-headers.ts";

/**
 * Whether packed bits of a block have a hash: SHA-256 over salt, index of the block (u64 little-endian), number of its bits
 * (u32 little-endian) and the bits, of which the first bytes count. The kernel block-hash does the same on the device.
 */
export function hasHash(
  { salt, hashBits }: StreamHeader,
  block: number,
  bits: Uint8Array,
  count: number,
  hash: Uint8Array,
): boolean {
  const prefix = Buffer.alloc(12);
  prefix.writeBigUInt64LE(BigInt(block));
  prefix.writeUInt32LE(count, 8);
  const digest = createHash("sha256").update(salt, "hex").update(prefix).update(bits).digest();
  return digest.subarray(0, hashBits / 8).equals(hash);
}
