import { part } from "../../src/gpu/part.ts";

export const packedBitsPart = part("reconciliation/packed-bits", new URL("./packed-bits.wgsl", import.meta.url));

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
