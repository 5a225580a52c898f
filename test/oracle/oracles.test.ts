import { describe, expect, it } from "vitest";
import { systematicEncoder } from "../../src/code/encoder.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { galoisField } from "../../src/galois/field.ts";
import { nearnessOf } from "../decoder/binary/near.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { allCodewords, maximumLikelihood, wordCost } from "./maximum-likelihood.ts";
import { isExact, oracles, rulesPassing, unmatched } from "./rules.ts";

describe("every decoder", () => {
  it("has an oracle, and every oracle a decoder", () => {
    expect(unmatched(checkNodeRules)).toEqual([]);
  });

  it("that is not exact says how near it is", () => {
    const tolerant = rulesPassing("bits").filter((rule) => !isExact(rule));
    expect(tolerant).toContain("sum-product");
    for (const rule of tolerant) expect(nearnessOf(readDecoder(rule)), rule).toBeDefined();
  });

  it("passes what its channel's LLRs are of", () => {
    for (const [rule, { input }] of Object.entries(checkNodeRules)) {
      const { passes } = oracles.get(rule)!;
      expect(["bits", "decisions", "levels", "ratios", "patterns"].includes(passes), rule).toBe(input === "bit");
    }
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
