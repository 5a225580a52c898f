import { rowWords } from "../../../wgsl/osd/index.ts";
import { patternBitRows, rank, reduceBitRows } from "../../code/elimination/elimination.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";

/** Rows of H that span all its rows: the first rows that are independent of the rows before. */
export function independentRows(matrix: ParityCheckMatrix): Uint32Array {
  const { rows, columns, checkStart, variable } = matrix;
  const all = Uint32Array.from({ length: rows }, (_, m) => m);
  if (rank(matrix) === rows) return all;
  // The pivot columns of the transposed matrix.
  const width = Math.ceil(rows / 32);
  const words = new Uint32Array(columns * width);
  for (let m = 0; m < rows; m++) {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) words[variable[e] * width + (m >>> 5)] |= 1 << (m & 31);
  }
  return Uint32Array.from(reduceBitRows({ rows: columns, width, words }, all));
}

/** Rows of H for wgsl/osd/reduce: [word][row], bit b of word w is column 32·w + b. */
export function checkRows(matrix: ParityCheckMatrix, rows: Uint32Array): Uint32Array {
  const { width, words: all } = patternBitRows(matrix);
  const words = new Uint32Array(rowWords(matrix.columns) * rows.length);
  rows.forEach((m, row) => {
    for (let word = 0; word < width; word++) words[word * rows.length + row] = all[m * width + word];
  });
  return words;
}
