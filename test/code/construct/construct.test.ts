import { describe, expect, test } from "vitest";
import { dispersionCode } from "../../../src/code/construct/dispersion.ts";
import { assessMask, type MaskSearchOptions, searchMasks } from "../../../src/code/construct/mask-search.ts";
import { xoshiro128 } from "../../../src/code/construct/random.ts";
import { rank } from "../../../src/code/elimination/elimination.ts";
import { encode, systematicEncoder } from "../../../src/code/encoder.ts";
import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { codeReport } from "../../../src/code/report.ts";
import { galoisField, multiply } from "../../../src/galois/field.ts";

describe("dispersion", () => {
  test("the (620,310) code over GF(32) is (3,6)-regular, of full rank and girth 6", () => {
    const matrix = dispersionCode(galoisField(32), {
      rows: [0, 9],
      columns: [10, 29],
      mask: [
        [0, 2, 3],
        [0, 1, 6],
      ],
    });
    expect(codeReport(matrix)).toMatchObject({
      n: 620,
      m: 310,
      rank: 310,
      k: 310,
      edges: 1860,
      checkDegrees: [[6, 310]],
      variableDegrees: [[3, 620]],
      girth: 6,
    });
  });

  test.each([
    [4, 726, 111],
    [0, 723, 114],
  ])("columns from %i on give the literature's (837,%i) code", (first, k, rank) => {
    const matrix = dispersionCode(galoisField(32), { rows: [0, 3], columns: [first, first + 26] });
    expect(codeReport(matrix)).toMatchObject({ n: 837, m: 124, k, rank });
  });

  test("each block is a circulant of α^c at (k + r) mod (q − 1), zero on W's diagonal", () => {
    const field = galoisField(8);
    const matrix = dispersionCode(field, { rows: [0, 2], columns: [0, 5] });
    for (let i = 0; i < 3; i++) {
      for (let r = 0; r < 7; r++) {
        const entries = rowEntries(matrix, 7 * i + r);
        expect(entries.length).toBe(5);
        for (const [column, value] of entries) {
          const [j, c] = [Math.floor(column / 7), column % 7];
          expect(j).not.toBe(i);
          expect(value).toBe(field.exp[c]);
          // α^k = α^(j−i) − 1 with k = c − r: multiply by α^r to stay with positive exponents.
          const element = field.exp[(j - i + 7) % 7] ^ 1;
          expect(multiply(field, element, field.exp[r])).toBe(field.exp[c]);
        }
      }
    }
  });

  test.each([
    [{ rows: [0, 9], columns: [10, 31] }, /columns 10-31 are not an ascending range within 0-30/],
    [{ rows: [5, 4], columns: [10, 29] }, /rows 5-4 are not an ascending range/],
    [
      { rows: [0, 9], columns: [10, 29], mask: [[0, 1, 2]] },
      /a mask of 1 circulants of size 10 covers 10 columns, not 20/,
    ],
    [{ rows: [0, 9], columns: [10, 29], mask: [[0], [10]] }, /mask position 10 is outside 0 … 9/],
    [{ rows: [0, 9], columns: [10, 29], mask: [[0], []] }, /column 310 has no entry/],
  ] as const)("%j is refused", (options, reason) => {
    expect(() => dispersionCode(galoisField(32), options)).toThrow(reason);
  });

  test("GF(2) is too small", () => {
    expect(() => dispersionCode(galoisField(2), { rows: [0, 0], columns: [0, 0] })).toThrow(/not GF\(2\)/);
  });
});

const field = galoisField(32);
const options: MaskSearchOptions = { rows: [0, 9], columns: [10, 29], weight: 3, ebN0: 3, seed: 1, rounds: [] };
const round = { masks: 1, informationSets: 40, weightMaximum: 14 };

function bitsSet(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value.toString(2).replaceAll("0", "").length, 0);
}

describe("mask search", () => {
  test("the mask of nb620-gf32-best has far fewer and heavier words than that of nb620-gf32", () => {
    const given = assessMask(field, options, round, [
      [0, 2, 3],
      [0, 1, 6],
    ]);
    const best = assessMask(field, options, round, [
      [3, 5, 8],
      [2, 5, 7],
    ]);
    // 31 shifts times 31 scalars of three words with six symbols each. The lightest word has ten bits.
    expect(given.words.slice(0, 2)).toEqual([
      [6, 3],
      [10, 5],
    ]);
    expect(given.bitWeights[0]).toEqual([10, 62]);
    expect(given.girth).toBe(6);
    expect(best).toMatchObject({ girth: 8, shortestCycles: 1395, words: [], bound: 0 });
    expect(given.bound).toBeGreaterThan(1e-3);
  });

  test("weights are those of words of the code itself", () => {
    // A (28,14) code over GF(8) whose checks have two symbols: its lightest words have one information symbol.
    const small = galoisField(8);
    const search: MaskSearchOptions = { ...options, rows: [0, 1], columns: [2, 5], weight: 1 };
    const mask = [[0], [1]];
    const matrix = dispersionCode(small, { ...search, mask });
    expect(rank(matrix)).toBe(14);
    const result = assessMask(small, search, { masks: 1, informationSets: 50, weightMaximum: 28 }, mask);
    const encoder = systematicEncoder(matrix);
    let lightest = Number.POSITIVE_INFINITY;
    let many = 0;
    for (let i = 0; i < encoder.k; i++) {
      for (let a = 1; a < 8; a++) {
        const word = encode(
          encoder,
          Array.from({ length: encoder.k }, (_, j) => (j === i ? a : 0)),
        );
        if (bitsSet(word) < lightest) [lightest, many] = [bitsSet(word), 0];
        if (bitsSet(word) === lightest) many++;
      }
    }
    expect(result.bitWeights[0]).toEqual([lightest, many]);
  });

  test("finds the best of all masks of a small code and reports the tried masks", () => {
    const search: MaskSearchOptions = {
      ...options,
      rows: [0, 4],
      columns: [5, 14],
      weight: 3,
      rounds: [
        { masks: 12, informationSets: 10, weightMaximum: 8 },
        { masks: 3, informationSets: 40, weightMaximum: 10 },
      ],
    };
    const stages = new Set<string>();
    const small = galoisField(16);
    const results = searchMasks(small, search, ({ stage }) => stages.add(stage));
    expect([...stages]).toEqual(["screening", "round 1", "round 2"]);
    for (const { mask, girth } of results) {
      const matrix = dispersionCode(small, { ...search, mask });
      expect(rank(matrix)).toBe(matrix.rows);
      expect(girth).toBeGreaterThanOrEqual(6);
    }
    const bounds = results.slice(0, 3).map(({ bound }) => Math.max(bound, 1e-15));
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
    expect(searchMasks(small, search)).toEqual(results);
  });

  test("ranges that circulants do not fill, and searches without end, are refused", () => {
    expect(() => searchMasks(field, { ...options, columns: [10, 28] })).toThrow(
      /19 columns are no multiple of 10 rows/,
    );
    expect(() => searchMasks(field, { ...options, columns: [1, 30] })).toThrow(/120\^3 masks are too many/);
    expect(() => searchMasks(field, { ...options, weight: 11 })).toThrow(/no mask of weight 11/);
  });
});

test("xoshiro128** gives the outputs of the authors' program (version 1.1) from the state 1, 2, 3, 4", () => {
  const next = xoshiro128(Uint32Array.of(1, 2, 3, 4));
  const expected = [
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ];
  expect(Array.from({ length: 10 }, next)).toEqual(expected);
});
