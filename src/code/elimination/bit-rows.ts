import type { ParityCheckMatrix } from "../parity-check-matrix.ts";

/** Matrix over GF(2), its rows packed in words of 32 bits: bit b of word w is column 32·w + b. */
export interface BitRows {
  readonly rows: number;
  /** Words per row. */
  readonly width: number;
  /** rows × width words. */
  readonly words: Uint32Array;
}

/** H with every nonzero entry taken as a one. */
export function patternBitRows({ rows, columns, checkStart, variable }: ParityCheckMatrix): BitRows {
  const width = Math.ceil(columns / 32);
  const words = new Uint32Array(rows * width);
  for (let m = 0; m < rows; m++) {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      words[m * width + (variable[e] >>> 5)] |= 1 << (variable[e] & 31);
    }
  }
  return { rows, width, words };
}

/** A row with a byte for each bit. */
export function unpackBitRow({ width, words }: BitRows, row: number, columns: number): Uint8Array {
  const bits = new Uint8Array(columns);
  for (let column = 0; column < columns; column++) {
    bits[column] = (words[row * width + (column >>> 5)] >>> (column & 31)) & 1;
  }
  return bits;
}

/** Bits set in a 32-bit word. */
export function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
