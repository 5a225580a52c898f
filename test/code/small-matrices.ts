import fc from "fast-check";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";

/** Small random irregular matrices, some with dependent rows and short cycles. Every column has an entry. */
export function smallMatrices(sizes: { p?: number; rows: number; columns: number }): fc.Arbitrary<ParityCheckMatrix> {
  const bits = sizes.p === undefined ? fc.integer({ min: 1, max: 8 }) : fc.constant(sizes.p);
  return fc
    .tuple(bits, fc.integer({ min: 1, max: sizes.rows }), fc.integer({ min: 1, max: sizes.columns }))
    .chain(([p, rows, columns]) => {
      const element = fc.oneof(
        { weight: 2, arbitrary: fc.constant<number>(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** p - 1 }) },
      );
      const row = fc.array(element, { minLength: columns, maxLength: columns });
      return fc
        .array(row, { minLength: rows, maxLength: rows })
        .map((dense) => parityCheckMatrix(galoisField(2 ** p), columns, withoutGaps(dense, columns)));
    });
}

/** Entries of the dense rows. An empty row or column gets a one. */
function withoutGaps(dense: readonly number[][], columns: number): Entry[][] {
  const filled = dense.map((row) => [...row]);
  filled.forEach((row, m) => {
    if (!row.some((element) => element !== 0)) row[m % columns] = 1;
  });
  for (let n = 0; n < columns; n++) {
    if (filled.every((row) => row[n] === 0)) filled[n % filled.length][n] = 1;
  }
  return filled.map((row) => row.flatMap((element, n): Entry[] => (element === 0 ? [] : [[n, element]])));
}
