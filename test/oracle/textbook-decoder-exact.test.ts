import { describe, expect, it } from "vitest";
import { checkLayers } from "../../src/code/layers.ts";
import { type ParityCheckMatrix, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { type GaloisField, galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { noisyLlr, randomWord, syndromeOf } from "../decoder/words.ts";
import { randomNumbers } from "../simulation/random.ts";
import { minSum, sumProduct as sumProductOfBits } from "./binary/check-nodes.ts";
import { decodeFlooding, decodeLayered } from "./binary/decoder.ts";
import { byEnumeration, MIN_SUM } from "./check-node/enumeration.ts";
import { extendedMinSum } from "./check-node/extended-min-sum.ts";
import { minMax } from "./check-node/min-max.ts";
import { sumProduct } from "./check-node/sum-product.ts";
import { trellisMinMax } from "./check-node/trellis-min-max.ts";
import { allCodewords, maximumLikelihood, wordCost } from "./maximum-likelihood.ts";
import { probabilities } from "./message-domain.ts";
import { decodeTextbook } from "./textbook-decoder.ts";

// Decodings with a known outcome: over GF(2), and on trees.
const SCHEDULES = ["flooding", "layered"] as const;
/** Probabilities with floors too low to matter. */
const unbounded = probabilities({ channelBound: 600, leastProduct: 0 });

const ofSumOne = (vector: readonly number[]) => {
  const sum = vector.reduce((one, other) => one + other);
  return vector.map((value) => value / sum);
};

/** A random code whose Tanner graph is a tree: every check joins one earlier variable to new variables. */
function tree(field: GaloisField, checks: number, random: () => number): ParityCheckMatrix {
  const value = () => 1 + Math.floor(random() * (field.q - 1));
  let columns = 1;
  const rows = Array.from({ length: checks }, () => {
    const others = Array.from({ length: 1 + Math.floor(2 * random()) }, (_, i) => columns + i);
    const row = [Math.floor(random() * columns), ...others].map((n) => [n, value()] as const);
    columns += others.length;
    return row;
  });
  return parityCheckMatrix(field, columns, rows);
}

describe.each(SCHEDULES)("over GF(2), %s: as the decoder of bits", (schedule) => {
  const cases = Array.from({ length: 20 }, (_, seed) => {
    const random = randomNumbers(seed);
    const matrix = randomMatrix(galoisField(2), [4, 4, 3, 5, 4, 2], 11, seed);
    const word = randomWord(matrix, random);
    const llr = noisyLlr(word, 2, random, { wrong: 0.1 });
    return { matrix, llr, bits: llr.map(([zero, one]) => one - zero), syndrome: syndromeOf(matrix, word) };
  });
  const decodeBits = (
    { matrix, bits, syndrome }: (typeof cases)[number],
    rule: Parameters<typeof decodeFlooding>[2],
  ) =>
    schedule === "flooding"
      ? decodeFlooding(matrix, bits, rule, { iterations: 4, syndrome })
      : decodeLayered(matrix, checkLayers(matrix), bits, rule, { iterations: 4, syndrome });

  it.each([
    ["Min-Max", minMax()],
    ["EMS", extendedMinSum({ kept: 2, offset: 0 })],
    ["trellis Min-Max", trellisMinMax({ scale: 1 })],
  ])("%s is min-sum", (_name, rule) => {
    for (const each of cases) {
      const { matrix, llr, syndrome } = each;
      const given = decodeTextbook(matrix, llr, { rule, schedule, iterations: 4, syndrome });
      const { posterior, decision, unsatisfied } = decodeBits(each, minSum());
      expect(given.posterior.map(([zero, one]) => one - zero)).toEqual(posterior.map((value) => value + 0));
      expect(given.decision).toEqual(decision);
      expect(given.unsatisfied).toEqual(unsatisfied);
    }
  });

  it("qspa is sum-product", () => {
    for (const each of cases) {
      const { matrix, llr, syndrome } = each;
      const given = decodeTextbook(matrix, llr, {
        rule: sumProduct(),
        domain: unbounded,
        schedule,
        iterations: 4,
        syndrome,
      });
      const { posterior, decision, unsatisfied } = decodeBits(each, sumProductOfBits());
      const ratios = given.posterior.map(([zero, one]) => Math.log(zero / one));
      expect(ratios).toEqual(posterior.map((value) => expect.closeTo(value, 9)));
      expect(given.decision).toEqual(decision);
      expect(given.unsatisfied).toEqual(unsatisfied);
    }
  });
});

describe.each(SCHEDULES)("on trees, %s", (schedule) => {
  const cases = [
    [2, 5],
    [4, 4],
    [8, 3],
  ].flatMap(([q, checks]) =>
    Array.from({ length: 6 }, (_, seed) => {
      const random = randomNumbers(100 * q + seed);
      const matrix = tree(galoisField(q), checks, random);
      const word = randomWord(matrix, random);
      // The words of a syndrome are the codewords plus one such word.
      const words = allCodewords(matrix).map((codeword) => codeword.map((symbol, n) => symbol ^ word[n]));
      const llr = noisyLlr(word, q, random, { wrong: 0.2 });
      return { matrix, words, llr, syndrome: syndromeOf(matrix, word), iterations: checks + 1 };
    }),
  );

  it("min-sum gives the cost of the likeliest word with each symbol, and decides for the likeliest", () => {
    for (const { matrix, words, llr, ...given } of cases) {
      for (const rule of [byEnumeration(MIN_SUM), extendedMinSum({ kept: matrix.field.q, offset: 0 })]) {
        const { posterior, decision, unsatisfied } = decodeTextbook(matrix, llr, { ...given, rule, schedule });
        expect(decision).toEqual(maximumLikelihood(llr, words));
        expect(unsatisfied.at(-1)).toBe(false);
        posterior.forEach((vector, n) => {
          const costs = vector.map((_, a) => Math.min(...words.filter((w) => w[n] === a).map((w) => wordCost(llr, w))));
          const relative = (values: number[]) => values.map((value) => value - Math.min(...values));
          expect(relative(vector)).toEqual(relative(costs));
        });
      }
    }
  });

  it("qspa gives the probability of each symbol, and decides for the likeliest", () => {
    let clear = 0;
    for (const { matrix, words, llr, ...given } of cases) {
      const request = { ...given, rule: sumProduct(), domain: unbounded, schedule };
      const { posterior, decision } = decodeTextbook(matrix, llr, request);
      const weights = words.map((word) => Math.exp(-wordCost(llr, word)));
      const total = weights.reduce((one, other) => one + other);
      posterior.forEach((vector, n) => {
        const exact = vector.map(
          (_, a) => words.reduce((sum, word, w) => sum + (word[n] === a ? weights[w] : 0), 0) / total,
        );
        ofSumOne(vector).forEach((value, a) => {
          expect(Math.abs(value / exact[a] - 1)).toBeLessThan(1e-9);
        });
        expect(decision[n]).toBe(exact.indexOf(Math.max(...exact)));
      });
      // If a word is likelier than all other words together, its symbols are the likeliest.
      if (Math.max(...weights) > total / 2) {
        expect(decision).toEqual(maximumLikelihood(llr, words));
        clear++;
      }
    }
    expect(clear).toBeGreaterThan(cases.length / 2);
  });

  it("qspa with its floors decides alike", () => {
    for (const { matrix, words: _, llr, ...given } of cases) {
      const request = { ...given, rule: sumProduct(), domain: unbounded, schedule };
      const { decision } = decodeTextbook(matrix, llr, request);
      const floored = { ...request, rule: sumProduct(Math.exp(-16)), domain: probabilities() };
      expect(decodeTextbook(matrix, llr, floored).decision).toEqual(decision);
    }
  });
});
