import { expect, it } from "vitest";
import { Echelon } from "../../../src/code/elimination/elimination.ts";
import { LightWordSearch, lightWords, logicalCode } from "../../../src/code/low-weight.ts";
import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { finish } from "../../../src/code/steps.ts";
import { allCodewords } from "../../oracle/maximum-likelihood.ts";
import { binaryMatrix } from "../binary-matrix.ts";
import { toricChecks } from "./toric.ts";

/** The checks of either side of Steane's code, [[7, 1, 3]]. */
const STEANE_ROWS = [
  [0, 2, 4, 6],
  [1, 2, 5, 6],
  [3, 4, 5, 6],
];
const STEANE = binaryMatrix(7, STEANE_ROWS);
const toric = toricChecks(3);

function dense(matrix: ParityCheckMatrix, row: number): Uint8Array {
  const all = new Uint8Array(matrix.columns);
  for (const [column, value] of rowEntries(matrix, row)) all[column] = value;
  return all;
}

/** Weights of all words of H that are no sums of stabilizers. */
function logicalWeights(matrix: ParityCheckMatrix, stabilizers: ParityCheckMatrix): number[] {
  return allCodewords(matrix).flatMap((word) => {
    const span = new Echelon(matrix.field);
    for (let row = 0; row < stabilizers.rows; row++) span.add(dense(stabilizers, row));
    return span.add(Uint8Array.from(word)) ? [word.filter((bit) => bit === 1).length] : [];
  });
}

it.each([
  ["Steane's code", STEANE, STEANE, 3],
  ["the toric code", toric.x, toric.z, 3],
] as const)("of %s has its logical operators", (_, matrix, stabilizers, distance) => {
  const weights = logicalWeights(matrix, stabilizers);
  const expected = [...new Set(weights)].sort((a, b) => a - b).filter((weight) => weight <= distance + 1);
  const found = lightWords({ matrix }, { stabilizers, sums: 2, above: 1, seed: 1, informationSets: 40 });
  expect(found.classes.map(({ weight, listed }) => [weight, listed])).toEqual(
    expected.map((weight) => [weight, weights.filter((each) => each === weight).length]),
  );
  expect(found.distance).toBe(distance);
  for (const { positions, weight } of found.words) expect(positions.length).toBe(weight);
});

it("is proved without the stabilizers, which are lighter", () => {
  const search = new LightWordSearch(logicalCode(toric.x, toric.z), { sums: 1, above: 0, seed: 1, labelled: true });
  finish(search.nextSet());
  finish(search.prove(search.planProof(1e7)!));
  const { distance, completeTo, classes } = search.result();
  expect([distance, classes[0].listed]).toEqual([3, 6]);
  expect(completeTo).toBeGreaterThanOrEqual(3);
});

it("is refused for matrices that are no CSS code", () => {
  expect(() => logicalCode(STEANE, toric.z)).toThrow(/18 columns over GF\(2\), the checks 7/);
  expect(() => logicalCode(STEANE, binaryMatrix(7, [...STEANE_ROWS, [0]]))).toThrow(
    /row 4 of the stabilizers fails a check/,
  );
  const all = binaryMatrix(2, [[0, 1]]);
  expect(() => logicalCode(all, all)).toThrow(/every word is a sum of stabilizers/);
});
