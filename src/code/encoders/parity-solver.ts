import type { BaseMatrix } from "../base-matrix.ts";

/**
 * Analyses a base matrix once (@throws InputError if it lacks the structure) and returns a function that fills in the
 * parity part of a word. The word has one byte per bit, block column by block column ([column][i], Z bits each), with
 * its information blocks given and its parity blocks zero.
 */
export type ParitySolver = (base: BaseMatrix) => (blocks: Uint8Array) => void;

/** Adds block c of the word, shifted by s, to Z bits: sums[at + i] ^= blocks[c·Z + (i + s) mod Z]. */
export function addShifted(
  sums: Uint8Array,
  at: number,
  blocks: Uint8Array,
  column: number,
  shift: number,
  z: number,
): void {
  const start = column * z;
  const wrap = z - shift;
  for (let i = 0; i < wrap; i++) sums[at + i] ^= blocks[start + i + shift];
  for (let i = wrap; i < z; i++) sums[at + i] ^= blocks[start + i - wrap];
}

/** Adds all entries of block row r whose column is below `columns` to Z bits. */
export function addRow(
  sums: Uint8Array,
  at: number,
  blocks: Uint8Array,
  base: BaseMatrix,
  r: number,
  columns: number,
): void {
  const { rowStart, column, shift, liftingSize } = base;
  for (let e = rowStart[r]; e < rowStart[r + 1] && column[e] < columns; e++) {
    addShifted(sums, at, blocks, column[e], shift[e], liftingSize);
  }
}
