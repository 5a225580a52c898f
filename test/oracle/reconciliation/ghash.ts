/**
 * GHASH of NIST SP 800-38D, sections 6.3 and 6.4, in big integers. Bit 127 of a number is the first bit of its block, so x^i is bit 127 −
 * i. The field's polynomial is x^128 + x^7 + x^2 + x + 1.
 */
const REDUCTION = 0xe1n << 120n;

/** Product in GF(2^128) (section 6.3). */
export function multiplyBlocks(x: bigint, y: bigint): bigint {
  let product = 0n;
  let shifted = y;
  for (let i = 127n; i >= 0n; i--) {
    if ((x >> i) & 1n) product ^= shifted;
    shifted = shifted & 1n ? (shifted >> 1n) ^ REDUCTION : shifted >> 1n;
  }
  return product;
}

/** Σ x_i·h^(ℓ + 1 − i) of blocks of 16 bytes. Zeros pad the last block (section 6.4). */
export function ghash(h: bigint, bytes: Uint8Array): bigint {
  let sum = 0n;
  for (let at = 0; at < bytes.length; at += 16) sum = multiplyBlocks(sum ^ blockOf(bytes.subarray(at, at + 16)), h);
  return sum;
}

/** Up to 16 bytes as a block. */
export function blockOf(bytes: Uint8Array): bigint {
  return bytes.reduce((block, byte, i) => block | (BigInt(byte) << BigInt(8 * (15 - i))), 0n);
}
