import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cycleCountsSteps, shortestCycles } from "../../src/code/girth.ts";
import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { finish } from "../../src/code/steps.ts";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { binaryMatrix } from "./binary-matrix.ts";
import { smallMatrices } from "./small-matrices.ts";

/** Number of simple cycles of each length and their least ACE, by following every path from its smallest node. */
function allCycles(matrix: ParityCheckMatrix): Map<number, { count: number; ace: number }> {
  const neighbours: number[][] = Array.from({ length: matrix.columns + matrix.rows }, () => []);
  for (let m = 0; m < matrix.rows; m++) {
    for (let e = matrix.checkStart[m]; e < matrix.checkStart[m + 1]; e++) {
      neighbours[matrix.columns + m].push(matrix.variable[e]);
      neighbours[matrix.variable[e]].push(matrix.columns + m);
    }
  }
  const walks = new Map<number, { count: number; ace: number }>();
  const aceOf = (path: number[]) =>
    path.filter((node) => node < matrix.columns).reduce((ace, node) => ace + neighbours[node].length - 2, 0);
  const follow = (start: number, path: number[]): void => {
    for (const next of neighbours[path[path.length - 1]]) {
      if (next === start && path.length > 2) {
        const { count, ace } = walks.get(path.length) ?? { count: 0, ace: Number.POSITIVE_INFINITY };
        walks.set(path.length, { count: count + 1, ace: Math.min(ace, aceOf(path)) });
      }
      if (next > start && !path.includes(next)) follow(start, [...path, next]);
    }
  };
  for (let start = 0; start < neighbours.length; start++) follow(start, [start]);
  // Each cycle is walked in both directions.
  return new Map([...walks].map(([length, { count, ace }]) => [length, { count: count / 2, ace }]));
}

function graphOf(columns: number, rows: readonly (readonly number[])[]): ReturnType<typeof tannerGraph> {
  return tannerGraph(binaryMatrix(columns, rows));
}

/** Circulants of size z by block row, block column and shift. */
function circulants(z: number, blocks: readonly (readonly [number, number, number])[]): number[][] {
  const rows = Array.from({ length: z * (1 + Math.max(...blocks.map(([row]) => row))) }, (): number[] => []);
  for (const [row, column, shift] of blocks) {
    for (let i = 0; i < z; i++) rows[row * z + i].push(column * z + ((i + shift) % z));
  }
  return rows;
}

describe("shortest cycles", () => {
  test("agree with following every path, on small random graphs", () => {
    fc.assert(
      fc.property(smallMatrices({ p: 1, rows: 5, columns: 7 }), (matrix) => {
        const cycles = allCycles(matrix);
        const girth = cycles.size === 0 ? null : Math.min(...cycles.keys());
        expect(shortestCycles(tannerGraph(matrix))).toEqual({
          girth,
          count: girth === null ? 0 : cycles.get(girth)!.count,
        });
        const counted = finish(cycleCountsSteps(tannerGraph(matrix), 10)).map(({ length, cycles, ace }) => [
          length,
          { count: cycles, ace },
        ]);
        expect(counted).toEqual([...cycles].sort(([a], [b]) => a - b).filter(([length]) => length <= 10));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test("of K7 are 35 triangles, and a tree has none", () => {
    const pairs = [0, 1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].filter((b) => b > a).map((b) => [a, b]));
    expect(shortestCycles(graphOf(7, pairs))).toEqual({ girth: 6, count: 35 });
    expect(
      shortestCycles(
        graphOf(4, [
          [0, 1, 2],
          [2, 3],
        ]),
      ),
    ).toEqual({ girth: null, count: 0 });
  });
});

describe("cycles of circulants", () => {
  const cases = fc.record({
    z: fc.integer({ min: 2, max: 9 }),
    shifts: fc.array(fc.integer({ min: -1, max: 8 }), { minLength: 12, maxLength: 12 }),
  });

  test("are those that a search from every variable finds", () => {
    fc.assert(
      fc.property(cases, ({ z, shifts }) => {
        // Three block rows of four, where −1 is an empty block. The last block column keeps every row from being empty.
        const blocks = shifts.flatMap((shift, i) =>
          shift < 0 && i % 4 < 3 ? [] : [[Math.floor(i / 4), i % 4, (shift + 9) % z] as const],
        );
        const used = [...new Set(blocks.map(([, column]) => column))].sort();
        const rows = circulants(
          z,
          blocks.map(([row, column, shift]) => [row, used.indexOf(column), shift]),
        );
        const graph = graphOf(z * used.length, rows);
        expect(shortestCycles(graph, z)).toEqual(shortestCycles(graph));
      }),
      { numRuns: 300 },
    );
  });

  test("are found from every variable where a graph does not consist of circulants of that size", () => {
    const rows = circulants(5, [
      [0, 0, 0],
      [0, 1, 1],
      [1, 0, 2],
      [1, 1, 0],
    ]);
    const exact = shortestCycles(graphOf(10, rows));
    expect(shortestCycles(graphOf(10, rows), 5)).toEqual(exact);
    // One entry moves to another column.
    rows[3] = [rows[3][0], rows[4][1]];
    expect(shortestCycles(graphOf(10, rows), 5)).toEqual(shortestCycles(graphOf(10, rows)));
    expect(shortestCycles(graphOf(10, rows), 4)).toEqual(shortestCycles(graphOf(10, rows)));
  });

  test("are found in circulants of a file that does not name them", () => {
    const blocks = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => [row, column, row * column * 3] as const));
    const rows = circulants(19, blocks);
    // The same graph with other numbers of its columns has no circulants.
    const renamed = rows.map((row) => row.map((column) => (column * 5) % 76).sort((a, b) => a - b));
    expect(shortestCycles(graphOf(76, rows))).toEqual(shortestCycles(graphOf(76, renamed)));
    expect(shortestCycles(graphOf(76, rows)).count % 19).toBe(0);
  });
});
