import {
  type Entry,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
} from "../../src/code/parity-check-matrix.ts";
import type { GaloisField } from "../../src/galois/field.ts";
import { randomNumbers } from "../simulation/random.ts";

/**
 * A random matrix with these row weights over `columns` ≥ the largest of them. Columns are taken in turn, so that all
 * are used as soon as the weights sum to `columns`; some get one entry only where the weights sum to less than twice that.
 */
export function randomMatrix(
  field: GaloisField,
  rowWeights: readonly number[],
  columns: number,
  seed: number,
): ParityCheckMatrix {
  const random = randomNumbers(seed);
  let supply: number[] = [];
  const rows = rowWeights.map((weight) => {
    const row = new Map<number, number>();
    while (row.size < weight) {
      const left = supply.filter((column) => !row.has(column));
      if (left.length === 0) supply = [...supply, ...Array.from({ length: columns }, (_, n) => n)];
      else {
        const column = left[Math.floor(random() * left.length)];
        supply.splice(supply.indexOf(column), 1);
        row.set(column, 1 + Math.floor(random() * (field.q - 1)));
      }
    }
    return [...row] as Entry[];
  });
  return parityCheckMatrix(field, columns, rows);
}

/** The matrix with rows and columns exchanged: row weights become column weights. */
export function transposed(matrix: ParityCheckMatrix): ParityCheckMatrix {
  const rows = Array.from({ length: matrix.columns }, (): Entry[] => []);
  for (let m = 0; m < matrix.rows; m++) {
    for (const [column, value] of rowEntries(matrix, m)) rows[column].push([m, value]);
  }
  return parityCheckMatrix(matrix.field, matrix.rows, rows);
}
