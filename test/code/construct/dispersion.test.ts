import { describe, expect, test } from "vitest";
import { dispersionCode } from "../../../src/code/construct/dispersion.ts";
import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { codeReport } from "../../../src/code/report.ts";
import { galoisField, multiply } from "../../../src/galois/field.ts";

describe("dispersion", () => {
  test("the (620,310) code over GF(32) is (3,6)-regular, of full rank and girth 6", () => {
    const matrix = dispersionCode(galoisField(32), {
      rows: [0, 9],
      columns: [10, 29],
      mask: [
        [0, 2, 3],
        [0, 1, 6],
      ],
    });
    expect(codeReport(matrix)).toMatchObject({
      n: 620,
      m: 310,
      rank: 310,
      k: 310,
      edges: 1860,
      checkDegrees: [[6, 310]],
      variableDegrees: [[3, 620]],
      girth: 6,
    });
  });

  test.each([
    [4, 726, 111],
    [0, 723, 114],
  ])("columns from %i on give the literature's (837,%i) code", (first, k, rank) => {
    const matrix = dispersionCode(galoisField(32), { rows: [0, 3], columns: [first, first + 26] });
    expect(codeReport(matrix)).toMatchObject({ n: 837, m: 124, k, rank });
  });

  test("each block is a circulant of α^c at (k + r) mod (q − 1), zero on W's diagonal", () => {
    const field = galoisField(8);
    const matrix = dispersionCode(field, { rows: [0, 2], columns: [0, 5] });
    for (let i = 0; i < 3; i++) {
      for (let r = 0; r < 7; r++) {
        const entries = rowEntries(matrix, 7 * i + r);
        expect(entries.length).toBe(5);
        for (const [column, value] of entries) {
          const [j, c] = [Math.floor(column / 7), column % 7];
          expect(j).not.toBe(i);
          expect(value).toBe(field.exp[c]);
          // α^k = α^(j−i) − 1 with k = c − r: multiply by α^r to stay with positive exponents.
          const element = field.exp[(j - i + 7) % 7] ^ 1;
          expect(multiply(field, element, field.exp[r])).toBe(field.exp[c]);
        }
      }
    }
  });

  test.each([
    [{ rows: [0, 9], columns: [10, 31] }, /columns 10-31 are not an ascending range within 0-30/],
    [{ rows: [5, 4], columns: [10, 29] }, /rows 5-4 are not an ascending range/],
    [
      { rows: [0, 9], columns: [10, 29], mask: [[0, 1, 2]] },
      /a mask of 1 circulants of size 10 covers 10 columns, not 20/,
    ],
    [{ rows: [0, 9], columns: [10, 29], mask: [[0], [10]] }, /mask position 10 is outside 0 … 9/],
    [{ rows: [0, 9], columns: [10, 29], mask: [[0], []] }, /column 310 has no entry/],
  ] as const)("%j is refused", (options, reason) => {
    expect(() => dispersionCode(galoisField(32), options)).toThrow(reason);
  });

  test("GF(2) is too small", () => {
    expect(() => dispersionCode(galoisField(2), { rows: [0, 0], columns: [0, 0] })).toThrow(/not GF\(2\)/);
  });
});
