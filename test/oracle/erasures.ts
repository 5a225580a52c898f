import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { inverse, multiply } from "../../src/galois/field.ts";

/**
 * Erased symbols that peeling cannot resolve. A check with one erased symbol determines it over every field.
 * @param erased by position.
 */
export function peeled(matrix: ParityCheckMatrix, erased: readonly boolean[]): readonly boolean[] {
  const left = [...erased];
  const rows = rowsOf(matrix);
  for (let progress = true; progress; ) {
    progress = false;
    for (const row of rows) {
      const unknown = row.filter(([column]) => left[column]);
      if (unknown.length !== 1) continue;
      left[unknown[0][0]] = false;
      progress = true;
    }
  }
  return left;
}

/**
 * Erased symbols that maximum-likelihood decoding cannot resolve: a codeword that is zero elsewhere differs from zero there. Found by
 * elimination over the erased columns.
 */
export function undetermined(matrix: ParityCheckMatrix, erased: readonly boolean[]): readonly boolean[] {
  const { field } = matrix;
  const columns = erased.flatMap((isErased, column) => (isErased ? [column] : []));
  const index = new Map(columns.map((column, i) => [column, i]));
  const rows = rowsOf(matrix).map((row) => {
    const dense = new Array<number>(columns.length).fill(0);
    for (const [column, value] of row) if (index.has(column)) dense[index.get(column)!] = value;
    return dense;
  });
  const pivots: { row: number[]; at: number }[] = [];
  for (let at = 0; at < columns.length; at++) {
    const found = rows.findIndex((row) => row[at] !== 0);
    if (found < 0) continue;
    const [row] = rows.splice(found, 1);
    const scale = inverse(field, row[at]);
    const unit = row.map((value) => multiply(field, value, scale));
    const clear = (other: number[]) => {
      const factor = other[at];
      if (factor !== 0)
        unit.forEach((value, i) => {
          other[i] ^= multiply(field, value, factor);
        });
    };
    rows.forEach(clear);
    for (const pivot of pivots) clear(pivot.row);
    pivots.push({ row: unit, at });
  }
  // A pivot depends on a free symbol if its reduced row has another entry.
  const determined = new Set(
    pivots.filter(({ row }) => row.filter((value) => value !== 0).length === 1).map(({ at }) => columns[at]),
  );
  return erased.map((isErased, column) => isErased && !determined.has(column));
}

function rowsOf(matrix: ParityCheckMatrix) {
  return Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
}
