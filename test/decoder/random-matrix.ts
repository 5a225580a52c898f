import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import type { GaloisField } from "../../src/galois/field.ts";
import { randomNumbers } from "../simulation/random.ts";

/**
 * A random matrix with the given row weights over `columns` columns, at least as many as the largest weight. Rows use columns in turn, so
 * every column has an entry if the weights sum to `columns` or more. Every column has two entries if they sum to twice as much.
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
