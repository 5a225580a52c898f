import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eliminate } from "../../src/code/elimination.ts";
import { type Entry, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { rank } from "../../src/code/rank.ts";
import { galoisField } from "../../src/galois/field.ts";
import { smallMatrices } from "./small-matrices.ts";

describe("rank", () => {
  test("is that of dense elimination", () => {
    fc.assert(
      fc.property(smallMatrices({ rows: 9, columns: 14 }), (matrix) => {
        expect(rank(matrix)).toBe(eliminate(matrix).pivotColumns.length);
      }),
      { numRuns: 300 },
    );
  });

  test("of a long accumulator code needs no dense elimination", () => {
    // Staircase of 20,000 checks, each with one information symbol more: densely it would be 0.8 GB.
    const checks = 20_000;
    const rows = Array.from({ length: checks }, (_, m): Entry[] => [
      [m, 1],
      [checks + m, 2],
      ...(m > 0 ? [[checks + m - 1, 3] as const] : []),
    ]);
    expect(rank(parityCheckMatrix(galoisField(4), 2 * checks, rows))).toBe(checks);
  });

  test("out of reach is said so", () => {
    const size = 40_000;
    const rows = Array.from({ length: size }, (_, m): Entry[] => [0, 1, 5].map((shift) => [(m + shift) % size, 1]));
    const matrix = parityCheckMatrix(galoisField(2), size, rows);
    expect(() => rank(matrix)).toThrow(/dense part of 40000 × 40000 is out of reach/);
    expect(() => eliminate(matrix)).toThrow(/40000 × 40000 is too large/);
  });
});
