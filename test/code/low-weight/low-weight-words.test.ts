import { expect, it } from "vitest";
import { constructCode } from "../../../src/code/construct/recipe.ts";
import { Echelon } from "../../../src/code/elimination/elimination.ts";
import {
  LightWordSearch,
  lightWords,
  logicalCode,
  readWordsFile,
  writeWordsFile,
} from "../../../src/code/low-weight.ts";
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

const tiny = (q: number, seed: number) =>
  constructCode({
    ...({ family: "peg", name: "c", polynomial: q === 2 ? 3 : 7, n: 24, labels: "random", attempts: 1 } as const),
    q,
    seed,
    degrees: [3, 6],
  });
const ofSearch = { sums: 2, above: 2, heaviest: 20, seed: 1 };

it.each([2, 4])("words of a code over GF(%i) are read as they were written", (q) => {
  const found = lightWords(tiny(q, 1), { ...ofSearch, informationSets: 20 });
  const text = writeWordsFile(tiny(q, 1), ofSearch, found);
  expect(readWordsFile(text, "w.json", tiny(q, 1), ofSearch)).toEqual({ sets: 20, words: found.words });
});

it("a file that does not fit is refused with the line at fault", () => {
  const text = writeWordsFile(tiny(4, 1), ofSearch, lightWords(tiny(4, 1), { ...ofSearch, informationSets: 5 }));
  const read = (changed: string, other = tiny(4, 1), given = ofSearch) =>
    readWordsFile(changed, "w.json", other, given);
  expect(() => read(text, tiny(4, 2))).toThrow(/w\.json:3: holds words of another code \(c\)/);
  expect(() => read(text, tiny(4, 1), { ...ofSearch, seed: 2 })).toThrow(
    /w\.json:7: was made with seed 1: .* same options/,
  );
  const first = text.split("\n").findIndex((line) => line.includes('"hits"')) + 1;
  const values = /"values":\[1,(\d)/;
  const changes = [
    [values, (_: string, value: string) => `"values":[1,${(Number(value) % 3) + 1}`, /is no word of the code/],
    [values, '"values":[2,$1', /ascending positions with values from 1/],
    [values, '"values":[1,4', /ascending positions with values from 1/],
    [/"positions":\[\d+/, '"positions":[99', /ascending positions/],
    [/"hits":\d+/, '"hits":6', /ascending positions .* at most all sets/],
  ] as const;
  for (const [pattern, to, message] of changes) {
    const changed = text.replace(pattern, to as string);
    expect(changed).not.toBe(text);
    expect(() => read(changed)).toThrow(message);
    expect(() => read(changed)).toThrow(`w.json:${first}: `);
  }
});
