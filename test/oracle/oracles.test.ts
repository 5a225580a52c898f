import { describe, expect, it } from "vitest";
import { systematicEncoder } from "../../src/code/encoder.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../conformance/random-matrix.ts";
import { RULES } from "../conformance/specs.ts";
import { randomNumbers } from "../simulation/random.ts";
import { checkNodeOracles, minMaxByConvolution, minMaxByEnumeration } from "./check-nodes.ts";
import { allCodewords, maximumLikelihood, wordCost } from "./maximum-likelihood.ts";
import { decodeTextbook } from "./textbook-decoder.ts";

it("there is an oracle for every check-node rule over GF(q), and no other", () => {
  expect(Object.keys(checkNodeOracles).sort()).toEqual([...RULES].sort());
});

describe("Min-Max check nodes", () => {
  for (const [q, degree] of [
    [2, 1],
    [2, 7],
    [4, 1],
    [4, 2],
    [4, 5],
    [8, 4],
    [16, 3],
    [64, 3],
    [256, 2],
  ]) {
    it(`by convolution are those by enumeration: GF(${q}), degree ${degree}`, () => {
      const field = galoisField(q);
      const random = randomNumbers(q + degree);
      const values = Array.from({ length: degree }, () => 1 + Math.floor(random() * (q - 1)));
      const inputs = values.map(() => Array.from({ length: q }, () => random()));
      expect(minMaxByConvolution(field, values, inputs)).toEqual(minMaxByEnumeration(field, values, inputs));
    });
  }

  it("follow a configuration worked out by hand", () => {
    // GF(4) and a = 2b + 3c, with 2·(1, 2, 3) = (2, 3, 1) and 3·(1, 2, 3) = (3, 1, 2).
    const b = [0, 5, 7, 9];
    const c = [4, 0, 8, 6];
    // The greater message of each (b, c): a = 0 by (0,0) 4, (1,3) 6, (2,1) 7, (3,2) 9; a = 1 by (0,2) 8, (1,1) 5, (2,3) 7,
    // (3,0) 9; a = 2 by (0,3) 6, (1,0) 5, (2,2) 8, (3,1) 9; a = 3 by (0,1) 0, …
    const [toA] = minMaxByEnumeration(galoisField(4), [1, 2, 3], [[0, 0, 0, 0], b, c]);
    expect(toA).toEqual([4, 5, 5, 0]);
  });
});

describe("brute force", () => {
  it("finds q^k codewords, dependent rows or not, and the sent one without noise", () => {
    for (const [seed, q] of [
      [1, 2],
      [2, 4],
      [3, 8],
    ]) {
      const matrix = randomMatrix(galoisField(q), [3, 3, 2], 6, seed);
      const codewords = allCodewords(matrix);
      expect(codewords.length).toBe(q ** systematicEncoder(matrix).k);
      const sent = codewords[codewords.length >> 1];
      const llr = sent.map((symbol) => Array.from({ length: q }, (_, a) => (a === symbol ? 0 : 3)));
      expect(maximumLikelihood(llr, codewords)).toEqual(sent);
      expect(wordCost(llr, sent)).toBe(0);
    }
  });
});

describe("Algorithm 1", () => {
  it("corrects a symbol that one check contradicts", () => {
    const field = galoisField(4);
    const matrix = randomMatrix(field, [3, 3], 4, 5);
    const llr = Array.from({ length: 4 }, (_, n) => (n === 0 ? [1, 2, 0, 2] : [0, 8, 8, 8]));
    const { decision, unsatisfied, iterations } = decodeTextbook(matrix, llr, minMaxByEnumeration, 5, true);
    expect(decision).toEqual([0, 0, 0, 0]);
    expect(unsatisfied).toEqual([false, false, false, false, false]);
    expect(iterations).toBe(1);
  });

  it("refuses messages that f32 would round", () => {
    const matrix = randomMatrix(galoisField(2), [2, 2], 3, 1);
    const llr = [
      [0, 0.1],
      [0, 1 / 3],
      [0.7, 0],
    ];
    expect(() => decodeTextbook(matrix, llr, minMaxByEnumeration, 2, false)).toThrow("not an f32 number");
  });
});
