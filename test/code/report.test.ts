import { expect, test } from "vitest";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { codeReport } from "../../src/code/report.ts";
import { galoisField } from "../../src/galois/field.ts";

test("a report of an irregular code with a dependent row", () => {
  const matrix = parityCheckMatrix(galoisField(4), 4, [
    [
      [0, 1],
      [1, 2],
    ],
    [
      [0, 2],
      [1, 3],
    ],
    [
      [0, 1],
      [2, 1],
      [3, 3],
    ],
  ]);
  expect(codeReport(matrix)).toEqual({
    n: 4,
    m: 3,
    q: 4,
    polynomial: 7,
    edges: 7,
    // The second row is twice the first.
    rank: 2,
    k: 2,
    rate: 0.5,
    checkDegrees: [
      [2, 2],
      [3, 1],
    ],
    variableDegrees: [
      [1, 2],
      [2, 1],
      [3, 1],
    ],
    girth: 4,
    shortestCycles: 1,
  });
});
