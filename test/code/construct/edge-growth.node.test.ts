import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSpectrum, labelEdges } from "../../../src/code/construct/labels.ts";
import { regularGraphSteps } from "../../../src/code/construct/peg.ts";
import { type RandomSource, randomSource } from "../../../src/code/construct/random.ts";
import { shortestCycles } from "../../../src/code/girth.ts";
import { finish } from "../../../src/code/steps.ts";
import { tannerGraph } from "../../../src/code/tanner-graph.ts";
import { type GaloisField, galoisField, multiply } from "../../../src/galois/field.ts";
import { binaryMatrix } from "../binary-matrix.ts";

function cyclesOf(variables: number, rows: readonly (readonly number[])[]): ReturnType<typeof shortestCycles> {
  return shortestCycles(tannerGraph(binaryMatrix(variables, rows)));
}

/**
 * Progressive edge growth in its plain form, which finds the distances of all checks for every edge. `regularGraphSteps` grows the same graph
 * edge by edge, so that a seed keeps its meaning.
 * @returns rows in the order of growth, or null if the attempt fails.
 */
function plainEdgeGrowth(
  variables: number,
  variableDegree: number,
  checkDegree: number,
  random: RandomSource,
): number[][] | null {
  const rows: number[][] = Array.from({ length: (variables * variableDegree) / checkDegree }, () => []);
  for (let variable = 0; variable < variables; variable++) {
    for (let edge = 0; edge < variableDegree; edge++) {
      const distance = distances(rows, variable);
      const open = rows.flatMap((row, check) => (row.length < checkDegree ? [check] : []));
      const farthest = Math.max(...open.map((check) => distance[check]));
      const far = open.filter((check) => distance[check] === farthest);
      const lowest = Math.min(...far.map((check) => rows[check].length));
      const best = far.filter((check) => rows[check].length === lowest);
      const check = best[random.below(best.length)];
      if (distance[check] === 1) return null;
      rows[check].push(variable);
    }
  }
  return rows;
}

/** Number of edges from the variable to each check, by relaxation until no distance changes. */
function distances(rows: readonly (readonly number[])[], variable: number): number[] {
  const distance = rows.map((row) => (row.includes(variable) ? 1 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, row] of rows.entries()) {
      for (const [b, other] of rows.entries()) {
        if (distance[b] + 2 < distance[a] && row.some((column) => other.includes(column))) {
          distance[a] = distance[b] + 2;
          changed = true;
        }
      }
    }
  }
  return distance;
}

describe("progressive edge growth", () => {
  test("each edge goes where the plain algorithm puts it", () => {
    const cases = fc.record({
      variableDegree: fc.integer({ min: 1, max: 4 }),
      checkDegree: fc.integer({ min: 2, max: 6 }),
      factor: fc.integer({ min: 1, max: 6 }),
      seed: fc.nat(1000),
    });
    let grown = 0;
    fc.assert(
      fc.property(cases, ({ variableDegree, checkDegree, factor, seed }) => {
        const variables = checkDegree * factor;
        fc.pre(variableDegree <= variableDegree * factor && checkDegree <= variables);
        const plain = plainEdgeGrowth(variables, variableDegree, checkDegree, randomSource(seed));
        const make = () => finish(regularGraphSteps({ variables, variableDegree, checkDegree, seed, attempts: 1 }));
        if (plain === null) return expect(make).toThrow("no (");
        grown++;
        expect(make()).toEqual(plain.map((row) => row.sort((a, b) => a - b)));
      }),
      { numRuns: 100 },
    );
    expect(grown).toBeGreaterThan(30);
  });

  test("short cycles are avoided: girth 8 where random graphs have 4", () => {
    const [variables, seed] = [776, 2];
    const grown = finish(regularGraphSteps({ variables, variableDegree: 3, checkDegree: 6, seed, attempts: 8 }));
    expect(cyclesOf(variables, grown).girth).toBe(8);
    const sockets = Array.from({ length: 3 * variables }, (_, i) => i % variables);
    randomSource(seed).shuffle(sockets);
    const drawn = Array.from({ length: variables / 2 }, (_, m) => [...new Set(sockets.slice(6 * m, 6 * m + 6))]);
    expect(cyclesOf(variables, drawn).girth).toBe(4);
  });

  test.each([
    [{ variables: 11 }, /11 symbols of degree 3 make 33 edges, no multiple of the check degree 6/],
    [{ variables: 4 }, /degrees 3,6 need more than 4 symbols/],
    [{ variables: 0 }, /code length 0 is not a positive integer/],
    [{ variableDegree: 2.5 }, /variable degree 2.5 is not a positive integer/],
    [{ attempts: 0 }, /number of attempts 0/],
  ])("%j is refused", (wrong, reason) => {
    const options = { variables: 60, variableDegree: 3, checkDegree: 6, seed: 1, attempts: 1, ...wrong };
    expect(() => finish(regularGraphSteps(options))).toThrow(reason);
  });
});

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
