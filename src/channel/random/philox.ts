/**
 * Philox4x32-10, the counter-based random generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
 * as 1, 2, 3" (SC 2011). wgsl/common/random/philox.wgsl makes the same numbers, for any counter, in any order.
 */

/** Multipliers of the first and third word of a counter. */
export const MULTIPLIER_0 = 0xd2511f53;
export const MULTIPLIER_1 = 0xcd9e8d57;
const WEYL_0 = 0x9e3779b9;
const WEYL_1 = 0xbb67ae85;
/** Rounds of the generator. */
export const ROUNDS = 10;

/**
 * Writes the four random words of one counter value to `out[0 … 3]`. Counter and key are 32-bit words; the project uses
 * counter = (frame low, frame high, position, stream).
 * @param c0 counter, word 0: lower half of the frame's number.
 * @param c1 counter, word 1: upper half of the frame's number.
 * @param c2 counter, word 2: position in the frame.
 * @param c3 counter, word 3: stream, which distinguishes noise, codewords and other uses.
 * @param key0 key, word 0.
 * @param key1 key, word 1.
 * @param out [word], at least four; the first four are overwritten.
 * @example
 * const words = new Uint32Array(4);
 * philox(0, 0, 0, 0, 0, 0, words);
 * words[0].toString(16); // → "6627e8d5"
 */
export function philox(
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  key0: number,
  key1: number,
  out: Uint32Array,
): void {
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = multiplyHigh(MULTIPLIER_0, c0);
    const low0 = Math.imul(MULTIPLIER_0, c0);
    const high1 = multiplyHigh(MULTIPLIER_1, c2);
    const low1 = Math.imul(MULTIPLIER_1, c2);
    c0 = high1 ^ c1 ^ key0;
    c1 = low1;
    c2 = high0 ^ c3 ^ key1;
    c3 = low0;
    key0 = (key0 + WEYL_0) | 0;
    key1 = (key1 + WEYL_1) | 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

/** Upper 32 bits of the 64-bit product, from 16-bit halves as in WGSL, which has no 64-bit integers. */
export function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const cross = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + (middle >>> 16) + (cross >>> 16)) | 0;
}
