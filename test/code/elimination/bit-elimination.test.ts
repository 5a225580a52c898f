import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reduceBitRows } from "../../../src/code/elimination/bit-elimination.ts";
import { packBitRows, unpackBitRow } from "../../../src/code/elimination/bit-rows.ts";

/** Dense and sparse matrices with more pivots than a panel has, and with dependent rows and columns. */
const matrices = fc
  .record({
    rows: fc.integer({ min: 1, max: 40 }),
    columns: fc.integer({ min: 1, max: 70 }),
    ones: fc.constantFrom(0.05, 0.2, 0.5),
    repeated: fc.boolean(),
    partial: fc.boolean(),
  })
  .chain(({ rows, columns, ones, repeated, partial }) =>
    fc.record({
      rows: fc.array(
        fc
          .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: columns, maxLength: columns })
          .map((values) => Uint8Array.from(values, (value) => Number(value < ones))),
        { minLength: rows, maxLength: rows },
      ),
      order: fc.shuffledSubarray(
        Array.from({ length: columns }, (_, i) => i),
        { minLength: partial ? 1 : columns },
      ),
      repeated: fc.constant(repeated),
    }),
  )
  .map(({ rows, order, repeated }) => ({ rows: repeated ? [...rows, ...rows] : rows, order }));

describe("elimination over GF(2)", () => {
  test("finds the pivots and the rows of the textbook's", () => {
    fc.assert(
      fc.property(matrices, ({ rows, order }) => {
        const columns = rows[0].length;
        const packed = packBitRows(rows, columns);
        const pivots = reduceBitRows(packed, order);
        const expected = textbook(rows, order);
        expect(pivots).toEqual(expected.pivots);
        // Columns outside of the order depend on the choice of rows.
        if (order.length < columns) return;
        expected.rows.forEach((row, r) => {
          expect(unpackBitRow(packed, r, columns)).toEqual(row);
        });
      }),
      { numRuns: 300 },
    );
  });

  test("of a matrix of zeros finds none", () => {
    const matrix = packBitRows([new Uint8Array(40), new Uint8Array(40)], 40);
    expect(reduceBitRows(matrix, [3, 2])).toEqual([]);
    expect(matrix.words.every((word) => word === 0)).toBe(true);
  });
});

/** Gauss-Jordan elimination, one pivot at a time. */
function textbook(given: readonly Uint8Array[], order: readonly number[]) {
  const rows = given.map((row) => row.slice());
  const pivots: number[] = [];
  for (const column of order) {
    const found = rows.findIndex((row, r) => r >= pivots.length && row[column] === 1);
    if (found < 0) continue;
    const [pivot] = rows.splice(found, 1);
    for (const row of rows)
      if (row[column] === 1)
        row.forEach((_, i) => {
          row[i] ^= pivot[i];
        });
    rows.splice(pivots.length, 0, pivot);
    pivots.push(column);
  }
  return { pivots, rows: rows.slice(0, pivots.length) };
}
