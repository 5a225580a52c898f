import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelEdges } from "../../../src/code/construct/labels.ts";
import { regularGraph } from "../../../src/code/construct/peg.ts";
import { randomSource } from "../../../src/code/construct/random.ts";
import { eliminate, rank } from "../../../src/code/elimination/elimination.ts";
import { type Entry, parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { binaryMatrix } from "../binary-matrix.ts";
import { smallMatrices } from "../small-matrices.ts";

describe("rank", () => {
  test("is that of dense elimination", () => {
    fc.assert(
      fc.property(smallMatrices({ rows: 9, columns: 14 }), (matrix) => {
        expect(rank(matrix)).toBe(eliminate(matrix).pivotColumns.length);
      }),
      { numRuns: 300 },
    );
  });

  test("with many columns of two entries is that of dense elimination too, over every field", () => {
    const cases = fc.record({ q: fc.constantFrom(2, 4, 8), rows: fc.integer({ min: 2, max: 8 }), seed: fc.nat(1e6) });
    fc.assert(
      fc.property(cases, ({ q, rows, seed }) => {
        const random = randomSource(seed);
        const columns = 3 * rows;
        const lists = Array.from({ length: rows }, (): [number, number][] => []);
        for (let column = 0; column < columns; column++) {
          const order = random.shuffle([...lists.keys()]);
          const degree = Math.min(rows, column % 7 === 0 ? 3 : 2);
          for (const m of order.slice(0, degree)) lists[m].push([column, 1 + random.below(q - 1)]);
        }
        const used = lists.filter((row) => row.length > 0);
        const matrix = parityCheckMatrix(galoisField(q), columns, used);
        expect(rank(matrix)).toBe(eliminate(matrix).pivotColumns.length);
      }),
      { numRuns: 300 },
    );
  });

  test("of a graph: checks as vertices, variables as edges, less one for each component without an odd column", () => {
    // A ring of 30,000 checks, which would take 0.9 GB as a dense matrix.
    const size = 30_000;
    const ring = Array.from({ length: size }, (_, m) => [0, 1].map((shift) => (m + shift) % size));
    expect(rank(binaryMatrix(size, ring))).toBe(size - 1);
    ring[0].push(size);
    expect(rank(binaryMatrix(size + 1, ring))).toBe(size);
  });

  test("of a long accumulator code needs no dense elimination", () => {
    // A staircase of 20,000 checks with one information symbol each, which would take 0.8 GB as a dense matrix.
    const checks = 20_000;
    const rows = Array.from({ length: checks }, (_, m): Entry[] => [
      [m, 1],
      [checks + m, 2],
      ...(m > 0 ? [[checks + m - 1, 3] as const] : []),
    ]);
    expect(rank(parityCheckMatrix(galoisField(4), 2 * checks, rows))).toBe(checks);
  });

  test("out of reach is said so", () => {
    const graph = regularGraph({ variables: 200, variableDegree: 3, checkDegree: 6, seed: 1, attempts: 1 });
    const matrix = parityCheckMatrix(galoisField(4), 200, labelEdges(galoisField(4), graph, "random", 1));
    expect(rank(matrix)).toBe(eliminate(matrix).pivotColumns.length);
    expect(() => rank(matrix, 100)).toThrow(/dense part of 9\d × [2-9] is out of reach/);
  });

  test("of a large sparse matrix needs few dense columns", () => {
    // As a dense matrix this would take 1.6 GB.
    const size = 40_000;
    const rows = Array.from({ length: size }, (_, m) => [0, 1, 5].map((shift) => (m + shift) % size));
    const matrix = binaryMatrix(size, rows);
    // 1 + x + x^5 has the factor x^2 + x + 1, which divides x^40000 + 1 only if 3 divides 40000, and x^3 + x^2 + 1 only if 7 does.
    expect(rank(matrix)).toBe(size);
    expect(() => eliminate(matrix)).toThrow(/40000 × 40000 is too large/);
  });
});
