/** Bytes of a frame of `bits` bits. */
export function packedBytes(bits: number): number {
  return Math.ceil(bits / 8);
}

/**
 * Number of words for the bytes of one frame. The bytes of frames follow each other, so n frames take at most n times
 * this number of words.
 */
export function packedWords(bits: number): number {
  return Math.ceil(packedBytes(bits) / 4);
}
