import fc from "fast-check";
import type { Code } from "../../../src/code/code.ts";
import { type Entry, parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { primitivePolynomials } from "../../../src/galois/primitive.ts";

/**
 * Random regular and irregular codes over GF(2^p), p in `degrees`, with any polynomial, without empty rows, and at least half of the columns not
 * empty. @param hasEmpty whether columns may be empty.
 */
export function arbitraryCode(
  degrees: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8],
  hasEmpty = true,
): fc.Arbitrary<Code> {
  return fc
    .constantFrom(...degrees)
    .chain((p) => fc.tuple(fc.constantFrom(...primitivePolynomials(p)), arbitraryRows(2 ** p, hasEmpty), fc.string()))
    .map(([polynomial, rows, description]) => {
      const q = 2 ** Math.floor(Math.log2(polynomial));
      const entries = rows.map((row) => row.map((value, n): Entry => [n, value]).filter(([, value]) => value !== 0));
      const matrix = parityCheckMatrix(galoisField(q, polynomial), rows[0].length, entries);
      return { name: "random", description, source: "fast-check", matrix };
    });
}

function arbitraryRows(q: number, hasEmpty: boolean): fc.Arbitrary<number[][]> {
  return fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9 })).chain(([m, n]) => {
    const value = fc.oneof(
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 0 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: q - 1 }) },
    );
    return fc
      .array(fc.array(value, { minLength: n, maxLength: n }), { minLength: m, maxLength: m })
      .map((rows) => withEntries(rows, hasEmpty));
  });
}

function withEntries(rows: number[][], hasEmpty: boolean): number[][] {
  rows.forEach((row, i) => {
    if (!row.some((value) => value !== 0)) row[i % row.length] = 1;
  });
  rows[0].forEach((_, n) => {
    if ((n % 2 === 0 || !hasEmpty) && !rows.some((row) => row[n] !== 0)) rows[n % rows.length][n] = 1;
  });
  return rows;
}
