import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { regularGraph } from "../../../src/code/construct/peg.ts";
import { randomSource } from "../../../src/code/construct/random.ts";
import { shortestCycles } from "../../../src/code/girth.ts";
import { tannerGraph } from "../../../src/code/tanner-graph.ts";
import { binaryMatrix } from "../binary-matrix.ts";
import { plainEdgeGrowth } from "./plain-edge-growth.ts";

function cyclesOf(variables: number, rows: readonly (readonly number[])[]): ReturnType<typeof shortestCycles> {
  return shortestCycles(tannerGraph(binaryMatrix(variables, rows)));
}

describe("progressive edge growth", () => {
  test("both degrees are exact, for all degrees", () => {
    const sizes = fc.record({
      variableDegree: fc.integer({ min: 1, max: 4 }),
      checkDegree: fc.integer({ min: 2, max: 8 }),
      factor: fc.integer({ min: 4, max: 12 }),
      seed: fc.nat(1000),
    });
    fc.assert(
      fc.property(sizes, ({ variableDegree, checkDegree, factor, seed }) => {
        // Enough nodes for the degrees: at least 4 · max(dv, dc) on either side.
        const variables = checkDegree * factor;
        const rows = regularGraph({ variables, variableDegree, checkDegree, seed, attempts: 20 });
        expect(rows.length).toBe(variableDegree * factor);
        const degrees = new Array<number>(variables).fill(0);
        for (const row of rows) {
          expect(new Set(row).size).toBe(checkDegree);
          expect(row).toEqual([...row].sort((a, b) => a - b));
          for (const column of row) degrees[column]++;
        }
        expect(new Set(degrees)).toEqual(new Set([variableDegree]));
      }),
      { numRuns: 50 },
    );
  });

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
        const make = () => regularGraph({ variables, variableDegree, checkDegree, seed, attempts: 1 });
        if (plain === null) return expect(make).toThrow("no (");
        grown++;
        expect(make()).toEqual(plain.map((row) => row.sort((a, b) => a - b)));
      }),
      { numRuns: 100 },
    );
    expect(grown).toBeGreaterThan(30);
  });

  test("the graph is a function of its options, and the seed matters", () => {
    const make = (seed: number) =>
      regularGraph({ variables: 60, variableDegree: 3, checkDegree: 6, seed, attempts: 2 });
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
  });

  test("short cycles are avoided: girth 8 where random graphs have 4", () => {
    const [variables, seed] = [776, 2];
    const grown = regularGraph({ variables, variableDegree: 3, checkDegree: 6, seed, attempts: 8 });
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
    expect(() => regularGraph(options)).toThrow(reason);
  });
});
