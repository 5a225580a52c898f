import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSpectrum, labelEdges } from "../../../src/code/construct/labels.ts";
import { type GaloisField, galoisField, multiply } from "../../../src/galois/field.ts";

/** Numbers of words of weight 1 … 4 of the check's binary image, by trying every word of up to four bits. */
function countedSpectrum(field: GaloisField, labels: readonly number[]): number[] {
  const columns = labels.flatMap((label) => Array.from({ length: field.p }, (_, a) => multiply(field, label, 1 << a)));
  const counts = [0, 0, 0, 0];
  const extend = (first: number, sum: number, weight: number): void => {
    for (let i = first; i < columns.length; i++) {
      const next = sum ^ columns[i];
      if (next === 0) counts[weight]++;
      if (weight < 3) extend(i + 1, next, weight + 1);
    }
  };
  extend(0, 0, 0);
  return counts;
}

const threeChecks = [
  [0, 1, 2, 3, 4, 5],
  [0, 2, 4, 6, 8, 10],
  [1, 3, 5, 7, 9, 11],
];

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, index) => value !== b[index]);
  return i < 0 ? 0 : a[i] - b[i];
}

describe("labels", () => {
  test("the spectrum counts the words of the check's binary image", () => {
    const checks = fc
      .integer({ min: 1, max: 8 })
      .chain((p) =>
        fc.tuple(fc.constant(p), fc.array(fc.integer({ min: 1, max: 2 ** p - 1 }), { minLength: 1, maxLength: 6 })),
      );
    fc.assert(
      fc.property(checks, ([p, labels]) => {
        const field = galoisField(2 ** p);
        expect(checkSpectrum(field, labels)).toEqual(countedSpectrum(field, labels));
      }),
      { numRuns: 60 },
    );
  });

  test.each([2, 4, 8, 16, 32, 64, 128])("GF(%i): no random row is better than the optimised ones", (q) => {
    const field = galoisField(q);
    const values = (method: "random" | "optimised", seed: number): number[][] =>
      labelEdges(field, threeChecks, method, seed).map((row) => row.map(([, value]) => value));
    const optimised = values("optimised", 1).map((row) => checkSpectrum(field, row));
    expect(optimised[1]).toEqual(optimised[0]);
    expect(optimised[2]).toEqual(optimised[0]);
    let worse = 0;
    for (let seed = 0; seed < 100; seed++) {
      for (const row of values("random", seed)) {
        const order = compare(optimised[0], checkSpectrum(field, row));
        expect(order).toBeLessThanOrEqual(0);
        if (order < 0) worse++;
      }
    }
    // Over GF(2) there is no choice. Over other fields the search must beat most random rows to be useful.
    if (q > 2) expect(worse).toBeGreaterThan(100);
  });

  test("GF(64), degree 6: the best rows leave no two bits that cancel", () => {
    const [row] = labelEdges(galoisField(64), threeChecks, "optimised", 1);
    expect(
      checkSpectrum(
        galoisField(64),
        row.map(([, value]) => value),
      ).slice(0, 2),
    ).toEqual([0, 0]);
  });

  test("columns stay, labels are a function of the seed and never zero", () => {
    const field = galoisField(16);
    for (const method of ["random", "optimised"] as const) {
      const rows = labelEdges(field, threeChecks, method, 9);
      expect(rows.map((row) => row.map(([column]) => column))).toEqual(threeChecks);
      expect(rows.flat().every(([, value]) => value >= 1 && value < 16)).toBe(true);
      expect(labelEdges(field, threeChecks, method, 9)).toEqual(rows);
      expect(labelEdges(field, threeChecks, method, 10)).not.toEqual(rows);
    }
  });

  test("zero is no label", () => {
    expect(() => checkSpectrum(galoisField(4), [1, 0, 2])).toThrow(/labels 1,0,2 must be in 1 … 3/);
  });
});
