import {
  type Entry,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
} from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { randomMatrix } from "../random-matrix.ts";

/** A graph of six checks of degree 4. */
export const regular = (q: number): ParityCheckMatrix => randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);

/** A graph with a check of each degree 1 … 30. */
export function everyCheckDegree(q: number): ParityCheckMatrix {
  const weights = Array.from({ length: 30 }, (_, i) => i + 1);
  return randomMatrix(galoisField(q), weights, 33, q);
}

/** A graph with variables of degrees 1, 2 … 8, and with checks of degree 1, degree 7 and degrees between. */
export function everyVariableDegree(q: number): ParityCheckMatrix {
  const field = galoisField(q);
  // Entries by column, without column 1.
  const columns = randomMatrix(field, [1, 2, 3, 4, 5, 6, 7], 8, q);
  const rows: Entry[][] = Array.from({ length: 8 }, () => []);
  for (let i = 0; i < columns.rows; i++) {
    for (const [m, h] of rowEntries(columns, i)) rows[m].push([i === 0 ? 0 : i + 1, h]);
  }
  const most = Array.from({ length: 7 }, (_, i): Entry => [i + 1, 1 + ((3 * i) % (q - 1))]);
  return parityCheckMatrix(field, 8, [...rows, most, [[1, q - 1]]]);
}
