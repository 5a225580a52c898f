import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

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

/** Bits set in a 32-bit word. */
export function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Gauss-Jordan elimination in place, trying columns in the given order. Afterwards row r has a one in the r-th pivot
 * column and every other row a zero there; rows from the rank on are zero.
 * @returns the pivot columns; their number is the rank.
 */
export function reduceBitRows(matrix: BitRows, columnOrder: ArrayLike<number>): number[] {
  const { rows, width, words } = matrix;
  const pivots: number[] = [];
  for (let i = 0; i < columnOrder.length && pivots.length < rows; i++) {
    const column = columnOrder[i];
    const word = column >>> 5;
    const bit = 1 << (column & 31);
    const target = pivots.length;
    let found = target;
    while (found < rows && (words[found * width + word] & bit) === 0) found++;
    if (found === rows) continue;
    if (found !== target) {
      // Adding serves as well as swapping: it puts the one where it is wanted.
      for (let w = 0; w < width; w++) words[target * width + w] ^= words[found * width + w];
    }
    const from = target * width;
    for (let r = 0; r < rows; r++) {
      const to = r * width;
      if (r === target || (words[to + word] & bit) === 0) continue;
      for (let w = 0; w < width; w++) words[to + w] ^= words[from + w];
    }
    pivots.push(column);
  }
  return pivots;
}
