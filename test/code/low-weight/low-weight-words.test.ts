import { describe, expect, test } from "vitest";
import { dispersionCode } from "../../../src/code/construct/dispersion.ts";
import { regularGraph } from "../../../src/code/construct/peg.ts";
import { encode, systematicEncoder } from "../../../src/code/encoder.ts";
import { lowWeightWords, shiftPositions } from "../../../src/code/low-weight.ts";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { binaryMatrix } from "../binary-matrix.ts";

const options = { weightMaximum: 8, informationSets: 400, seed: 1, circulant: 1, wordsMaximum: 10_000 };

/** A binary code of 2^12 words. */
function pegCode(): ParityCheckMatrix {
  const rows = regularGraph({ variables: 24, variableDegree: 3, checkDegree: 6, seed: 1, attempts: 4 });
  return binaryMatrix(24, rows);
}

/** All words of weight 1 … maximum as lists of positions, by encoding all information words. */
function allLightWords(matrix: ParityCheckMatrix, maximum: number): string[] {
  const encoder = systematicEncoder(matrix);
  const found: string[] = [];
  for (let index = 1; index < 2 ** encoder.k; index++) {
    const word = encode(
      encoder,
      Array.from({ length: encoder.k }, (_, i) => (index >> i) & 1),
    );
    const positions = [...word.keys()].filter((n) => word[n] !== 0);
    if (positions.length <= maximum) found.push(positions.join());
  }
  return found.sort();
}

describe("low-weight words", () => {
  test("are exactly the light words of a small code", () => {
    const matrix = pegCode();
    const expected = allLightWords(matrix, 8);
    expect(expected.length).toBeGreaterThan(10);
    const found = lowWeightWords(matrix, options);
    expect(found.map((positions) => positions.join()).sort()).toEqual(expected);
    expect(found.map((positions) => positions.length)).toEqual(
      [...found.map((positions) => positions.length)].sort((a, b) => a - b),
    );
  });

  test("one stands for all cyclic shifts of a quasi-cyclic code", () => {
    const pattern = dispersionCode(galoisField(8), { rows: [0, 1], columns: [2, 5] });
    const matrix = { ...pattern, field: galoisField(2), value: new Uint8Array(pattern.value.length).fill(1) };
    const all = allLightWords(matrix, 6);
    const found = lowWeightWords(matrix, { ...options, weightMaximum: 6, circulant: 7 });
    const orbits = found.map((word) => new Set(Array.from({ length: 7 }, (_, s) => shiftPositions(word, s, 7).join())));
    expect(orbits.reduce((sum, orbit) => sum + orbit.size, 0)).toBe(all.length);
    expect([...new Set(orbits.flatMap((orbit) => [...orbit]))].sort()).toEqual(all);
    expect(found.length).toBeLessThan(all.length);
  });

  test("the search stops at the most words wanted", () => {
    const all = lowWeightWords(pegCode(), { ...options, weightMaximum: 24, informationSets: 10 }).length;
    expect(lowWeightWords(pegCode(), { ...options, weightMaximum: 24, wordsMaximum: 1 }).length).toBeLessThan(all);
  });

  test("other fields and lengths that do not fit the circulant are refused", () => {
    expect(() => lowWeightWords(dispersionCode(galoisField(8), { rows: [0, 1], columns: [2, 5] }), options)).toThrow(
      /takes binary codes, not GF\(8\)/,
    );
    expect(() => lowWeightWords(pegCode(), { ...options, circulant: 7 })).toThrow(/24 is no multiple of .* 7/);
  });
});
