import { symbolRowWords } from "../../../../wgsl/osd/index.ts";
import { Echelon, rank } from "../../../code/elimination/elimination.ts";
import { denseRow, type ParityCheckMatrix } from "../../../code/parity-check-matrix.ts";

/** Rows of H over GF(q) that span all its rows: the first rows that are independent of the rows before. */
export function independentSymbolRows(matrix: ParityCheckMatrix): Uint32Array {
  const { field, rows } = matrix;
  const all = Uint32Array.from({ length: rows }, (_, m) => m);
  if (rank(matrix) === rows) return all;
  const span = new Echelon(field);
  return all.filter((m) => span.add(denseRow(matrix, m)));
}

/** Rows of H for wgsl/osd/symbols/reduce: [word][row], byte b of word w is column 4·w + b. */
export function symbolCheckRows(matrix: ParityCheckMatrix, rows: Uint32Array): Uint32Array {
  const { checkStart, variable, value } = matrix;
  const words = new Uint32Array(symbolRowWords(matrix.columns) * rows.length);
  rows.forEach((m, row) => {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      words[(variable[e] >>> 2) * rows.length + row] |= value[e] << (8 * (variable[e] & 3));
    }
  });
  return words;
}
