import fc from "fast-check";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";
import { primitivePolynomials } from "../../src/galois/primitive.ts";

interface Sizes {
  /** Bits of an element; 1 to 8 if left out. */
  readonly p?: number | readonly number[];
  readonly rows: number;
  readonly columns: number;
  /** Whether up to half of the columns may be empty. */
  readonly hasEmpty?: boolean;
}

/** Small random irregular matrices over fields with any primitive polynomial, some with dependent rows and short cycles. No row is empty. */
export function smallMatrices({ p = [1, 2, 3, 4, 5, 6, 7, 8], ...most }: Sizes): fc.Arbitrary<ParityCheckMatrix> {
  const polynomials = fc.constantFrom(...[p].flat()).chain((bits) => fc.constantFrom(...primitivePolynomials(bits)));
  return fc
    .tuple(polynomials, fc.integer({ min: 1, max: most.rows }), fc.integer({ min: 1, max: most.columns }))
    .chain(([polynomial, rows, columns]) => {
      const q = 2 ** Math.floor(Math.log2(polynomial));
      const element = fc.oneof(
        { weight: 2, arbitrary: fc.integer({ min: 0, max: 0 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: q - 1 }) },
      );
      const row = fc.array(element, { minLength: columns, maxLength: columns });
      return fc.array(row, { minLength: rows, maxLength: rows }).map((dense) => {
        dense.forEach((row, m) => {
          if (!row.some((value) => value !== 0)) row[m % columns] = 1;
        });
        for (let n = 0; n < columns; n += most.hasEmpty ? 2 : 1) {
          if (dense.every((row) => row[n] === 0)) dense[n % rows][n] = 1;
        }
        const entries = dense.map((row) => row.flatMap((value, n): Entry[] => (value === 0 ? [] : [[n, value]])));
        return parityCheckMatrix(galoisField(q, polynomial), columns, entries);
      });
    });
}
