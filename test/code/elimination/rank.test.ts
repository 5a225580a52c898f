import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelEdges } from "../../../src/code/construct/labels.ts";
import { regularGraph } from "../../../src/code/construct/peg.ts";
import { randomSource } from "../../../src/code/construct/random.ts";
import { eliminate, rank } from "../../../src/code/elimination/elimination.ts";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
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

  test("out of reach is said so", () => {
    const graph = regularGraph({ variables: 200, variableDegree: 3, checkDegree: 6, seed: 1, attempts: 1 });
    const matrix = parityCheckMatrix(galoisField(4), 200, labelEdges(galoisField(4), graph, "random", 1));
    expect(rank(matrix)).toBe(eliminate(matrix).pivotColumns.length);
    expect(() => rank(matrix, 100)).toThrow(/dense part of 9\d × [2-9] is out of reach/);
  });
});
