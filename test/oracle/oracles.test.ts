import { describe, expect, it } from "vitest";
import { systematicEncoder } from "../../src/code/encoder.ts";
import { checkNodeRules } from "../../src/decoder/check-node-rules.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../conformance/random-matrix.ts";
import { MLGD_RULES } from "../conformance/specs.ts";
import { checkNodeOracles } from "./check-nodes.ts";
import { allCodewords, maximumLikelihood, wordCost } from "./maximum-likelihood.ts";

it("there is an oracle for every rule over GF(q) that passes messages, and no other", () => {
  const rules = Object.keys(checkNodeRules).filter(
    (rule) => checkNodeRules[rule].input === "symbol" && !MLGD_RULES.includes(rule),
  );
  expect(Object.keys(checkNodeOracles).sort()).toEqual(rules.sort());
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
