import { part } from "../../src/gpu/part.ts";

export const packedBitsPart = part("reconciliation/packed-bits", new URL("./packed-bits.wgsl", import.meta.url));

/**
 * Packed bits as kernels read them, words of 32: bit i is bit 7 − i mod 8 of byte ⌊i/8⌋, and bytes are in words from their
 * lowest bits on. Twin of wgsl/reconciliation/packed-bits.wgsl.
 */

/** Where bit i is in word ⌊i/32⌋. */
export function bitInWord(i: number): number {
  return (i & 31) ^ 7;
}

/** Bit i of the stream. */
export function packedBit(words: ArrayLike<number>, i: number): number {
  return (words[Math.floor(i / 32)] >>> bitInWord(i)) & 1;
}

/** Bytes of a frame of `bits` bits. */
export function packedBytes(bits: number): number {
  return Math.ceil(bits / 8);
}

/**
 * Words for the bytes of one frame. The bytes of frames follow each other, so several frames take at most this number
 * of words each.
 */
export function packedWords(bits: number): number {
  return Math.ceil(packedBytes(bits) / 4);
}
