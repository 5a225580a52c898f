import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { GRID } from "../decoder/reproductions/min-max-symbols/messages.ts";
import { noisyLlr, randomWord, syndromeOf } from "../decoder/words.ts";
import { randomNumbers } from "../simulation/random.ts";
import { byEnumeration, MIN_MAX } from "./check-node/enumeration.ts";
import { extendedMinSum } from "./check-node/extended-min-sum.ts";
import { minMax } from "./check-node/min-max.ts";
import { sumProduct } from "./check-node/sum-product.ts";
import { trellisMinMax } from "./check-node/trellis-min-max.ts";
import { f16, f32, levels, probabilities } from "./message-domain.ts";
import { decodeTextbook, type TextbookRequest } from "./textbook-decoder.ts";

const SCHEDULES = ["flooding", "layered"] as const;
/** Probabilities with floors too low to matter. */
const unbounded = probabilities({ channelBound: 600, leastProduct: 0 });

describe("Algorithm 1", () => {
  it("corrects a symbol that one check contradicts", () => {
    const field = galoisField(4);
    const matrix = randomMatrix(field, [3, 3], 4, 5);
    const llr = Array.from({ length: 4 }, (_, n) => (n === 0 ? [1, 2, 0, 2] : [0, 8, 8, 8]));
    const { decision, unsatisfied, iterations } = decodeTextbook(matrix, llr, {
      rule: byEnumeration(MIN_MAX),
      iterations: 5,
      stop: true,
    });
    expect(decision).toEqual([0, 0, 0, 0]);
    expect(unsatisfied).toEqual([false, false, false, false, false]);
    expect(iterations).toBe(1);
  });

  it("refuses messages that f32 would round, and input that is none", () => {
    const matrix = randomMatrix(galoisField(2), [2, 2], 3, 1);
    const llr = [
      [0, 0.1],
      [0, 1 / 3],
      [0.7, 0],
    ];
    const request: TextbookRequest = { rule: minMax(), iterations: 2 };
    expect(() => decodeTextbook(matrix, llr, request)).toThrow("not an f32 number");
    expect(() => decodeTextbook(matrix, llr.slice(1), request)).toThrow("lengths");
    expect(() => decodeTextbook(matrix, llr, { ...request, syndrome: [0] })).toThrow("lengths");
    expect(() => decodeTextbook(matrix, llr, { ...request, iterations: 0, domain: f32 })).toThrow("at least 1");
    expect(() => decodeTextbook(matrix, [[1, 2], ...llr.slice(1)], request)).toThrow("variable 0");
  });
});

describe("worked out by hand: GF(4), checks a ⊕ b = 0 and b ⊕ c = 0, Min-Max", () => {
  const chain = parityCheckMatrix(galoisField(4), 3, [
    [
      [0, 1],
      [1, 1],
    ],
    [
      [1, 1],
      [2, 1],
    ],
  ]);
  const llr = [
    [0, 3, 5, 5],
    [4, 0, 1, 6],
    [2, 2, 0, 9],
  ];

  it("flooding", () => {
    // Each check forwards the other variable's message.
    const one = decodeTextbook(chain, llr, { rule: minMax(), iterations: 1 });
    expect(one.posterior).toEqual([
      [4, 3, 6, 11],
      [6, 5, 6, 20],
      [6, 2, 1, 15],
    ]);
    expect(one).toMatchObject({ decision: [1, 1, 2], unsatisfied: [true], iterations: 1 });
    expect(one.toCheck).toEqual([
      [llr[0], llr[1]],
      [llr[1], llr[2]],
    ]);
    expect(one.toVariable).toEqual([
      [llr[1], llr[0]],
      [llr[2], llr[1]],
    ]);
    // Then b sends (4, 0, 1, 6) + (2, 2, 0, 9) − 1 to the first check and (4, 0, 1, 6) + (0, 3, 5, 5) − 3 to the second.
    const two = decodeTextbook(chain, llr, { rule: minMax(), iterations: 2, stop: true });
    expect(two.toCheck).toEqual([
      [llr[0], [5, 1, 0, 14]],
      [[1, 0, 3, 8], llr[2]],
    ]);
    expect(two.posterior).toEqual([
      [5, 4, 5, 19],
      [6, 5, 6, 20],
      [3, 2, 3, 17],
    ]);
    expect(two).toMatchObject({ decision: [1, 1, 1], unsatisfied: [true, false], iterations: 2 });
  });

  it("layered", () => {
    // First check: a = (4, 3, 6, 11), b = (4, 3, 6, 11). Second: b's (1, 0, 3, 8) and c: b = (3, 2, 3, 17), c = the same.
    const one = decodeTextbook(chain, llr, { rule: minMax(), iterations: 3, schedule: "layered", stop: true });
    expect(one.posterior).toEqual([
      [4, 3, 6, 11],
      [3, 2, 3, 17],
      [3, 2, 3, 17],
    ]);
    expect(one).toMatchObject({ decision: [1, 1, 1], unsatisfied: [false, false, false], iterations: 1 });
    expect(one.toCheck).toEqual([
      [llr[0], llr[1]],
      [[1, 0, 3, 8], llr[2]],
    ]);
    // Then b sends (3, 2, 3, 17) − (0, 3, 5, 5) = (3, −1, −2, 12), plus 2, and receives a's message again.
    const two = decodeTextbook(chain, llr, { rule: minMax(), iterations: 2, schedule: "layered" });
    expect(two.toCheck[0]).toEqual([llr[0], [5, 1, 0, 14]]);
    expect(two.posterior[0]).toEqual([5, 4, 5, 19]);
  });

  it("with a syndrome", () => {
    // a ⊕ b = 3 and b ⊕ c = 0: a receives b's message in reverse, and b receives a's.
    const one = decodeTextbook(chain, llr, { rule: minMax(), iterations: 1, syndrome: [3, 0] });
    expect(one.posterior).toEqual([
      [6, 4, 5, 9],
      [11, 7, 4, 15],
      [6, 2, 1, 15],
    ]);
    expect(one).toMatchObject({ decision: [1, 2, 2], unsatisfied: [false] });
  });

  it("in three levels of 2", () => {
    // (0, 2, 3, 3), (2, 0, 1, 3) and (1, 1, 0, 3) of 5: ties round up, messages are at most 2, and channel values 1.5 times that.
    const request = { rule: minMax(2), domain: levels(3, 2, 100), iterations: 1 };
    const flooding = decodeTextbook(chain, llr, request);
    expect(flooding.toCheck[0]).toEqual([
      [0, 2, 2, 2],
      [2, 0, 1, 2],
    ]);
    expect(flooding.posterior).toEqual([
      [2, 2, 4, 5],
      [2 + 0 + 1, 0 + 2 + 1, 1 + 2 + 0, 3 + 2 + 2],
      [3, 1, 1, 5],
    ]);
    const layered = decodeTextbook(chain, llr, { ...request, schedule: "layered" });
    // After the first check, b is (2, 2, 3, 5). Its message to the second check is (0, 0, 1, 3).
    expect(layered.toCheck[1]).toEqual([
      [0, 0, 1, 2],
      [1, 1, 0, 2],
    ]);
    expect(layered.posterior).toEqual([
      [2, 2, 4, 5],
      [1, 1, 1, 5],
      [1, 1, 1, 5],
    ]);
  });

  it("in f16", () => {
    const fine = [
      [0, 1025, 2000, 2000],
      [0.5, 0, 1501, 1503],
      [0, 3, 2049, 5000],
    ];
    const two = decodeTextbook(chain, fine, { rule: minMax(), domain: f16, iterations: 2 });
    // b's totals for c are 0.5, 1025, 3501 and 3503, stored as 0.5, 1025, 3500 and 3504. Minus 0.5 and rounded, they are 1024, 3500 and
    // 3504. (3503 − 0.5 would give 3502.)
    expect(two.toCheck[1]).toEqual([
      [0, 1024, 3500, 3504],
      [0, 3, 2048, 5000],
    ]);
    // The decision uses f32 sums.
    expect(two.posterior[2]).toEqual([0, 1027, 5548, 8504]);
    // Layered: posteriors are f32, and b's message 3503 − 0.5 to the check is rounded to 3502.
    const layered = decodeTextbook(chain, fine, { rule: minMax(), domain: f16, iterations: 1, schedule: "layered" });
    expect(layered.toCheck[1][0]).toEqual([0, 1024, 3500, 3502]);
    // The check's answer (0, 3, 2048, 5000) is added in f32. f16 would give 8504 instead of 8502.
    expect(layered.posterior[1]).toEqual([0, 1027, 5548, 8502]);
    expect(layered.posterior[2]).toEqual([0, 1027, 5548, 8502]);
    // The scaled message 0.75·1025 = 768.75 is rounded to 769.
    const scaled = decodeTextbook(chain, fine, { rule: trellisMinMax({ scale: 0.75 }), domain: f16, iterations: 1 });
    expect(scaled.toVariable[0][1]).toEqual([0, 769, 1500, 1500]);
  });
});

describe("whole numbers", () => {
  it("of as many levels as there are f32 numbers are as f32 numbers", () => {
    for (const schedule of SCHEDULES) {
      for (const q of [2, 8, 32]) {
        const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
        const random = randomNumbers(q);
        const word = randomWord(matrix, random);
        const common = { schedule, iterations: 4, syndrome: syndromeOf(matrix, word) };
        const llr = noisyLlr(word, q, random);
        const inLevels = levels(2 ** 30, GRID, 2 ** 30);
        const whole = decodeTextbook(matrix, llr, { ...common, rule: minMax(2 ** 30), domain: inLevels });
        const real = decodeTextbook(matrix, llr, { ...common, rule: minMax() });
        expect(whole.decision).toEqual(real.decision);
        expect(whole.unsatisfied).toEqual(real.unsatisfied);
        expect(whole.posterior.flat()).toEqual(real.posterior.flat().map((value) => value / GRID));
      }
    }
  });

  it("that are halves are in f16 as in f32", () => {
    for (const schedule of SCHEDULES) {
      const matrix = randomMatrix(galoisField(8), [4, 4, 4, 4], 9, 1);
      const random = randomNumbers(2);
      const llr = noisyLlr(randomWord(matrix, random), 8, random, { wrong: 0.2, grid: 1 });
      const [one, other] = [f16, f32].map((domain) =>
        decodeTextbook(matrix, llr, { rule: minMax(), domain, schedule, iterations: 4 }),
      );
      expect(one).toEqual(other);
    }
  });
});

it("layered is flooding where the checks share no variable", () => {
  const random = randomNumbers(3);
  const field = galoisField(8);
  const apart = parityCheckMatrix(field, 9, [
    [0, 3, 6].map((n) => [n, 1 + Math.floor(7 * random())]),
    [1, 4, 7, 8].map((n) => [n, 1 + Math.floor(7 * random())]),
    [2, 5].map((n) => [n, 1 + Math.floor(7 * random())]),
  ]);
  const syndrome = [3, 0, 7];
  for (const [rule, domain] of [
    [minMax(), f32],
    [minMax(16), levels(16, 0.5)],
    [extendedMinSum({ kept: 4, offset: 0.5 }), f32],
    [trellisMinMax({ scale: 0.75 }), f32],
    [sumProduct(), unbounded],
  ] as const) {
    const llr = noisyLlr(randomWord(apart, random), 8, random);
    for (const iterations of [1, 3]) {
      const [flooding, layered] = SCHEDULES.map((schedule) =>
        decodeTextbook(apart, llr, { rule, domain, schedule, iterations, syndrome }),
      );
      expect(layered.decision).toEqual(flooding.decision);
      expect(layered.unsatisfied).toEqual(flooding.unsatisfied);
      expectNear(layered.toVariable.flat(), flooding.toVariable.flat());
      const [expected, given] = [flooding, layered].map(({ posterior }) =>
        domain === unbounded ? posterior.map(ofSumOne) : posterior,
      );
      expectNear(given, expected);
    }
  }
});

const ofSumOne = (vector: readonly number[]) => {
  const sum = vector.reduce((one, other) => one + other);
  return vector.map((value) => value / sum);
};

function expectNear(given: readonly number[][], expected: readonly number[][]): void {
  expect(given.length).toBe(expected.length);
  for (const [i, vector] of expected.entries()) {
    expect(given[i]).toEqual(vector.map((value) => expect.closeTo(value, 10)));
  }
}

describe.each(SCHEDULES)("a given syndrome, %s", (schedule) => {
  it("of a word's difference from codewords is that difference of symbols everywhere", () => {
    for (const [rule, domain] of [
      [minMax(), undefined],
      [minMax(8), levels(8, 0.5)],
      [minMax(), f16],
      [sumProduct(), probabilities()],
    ] as const) {
      for (const q of [2, 4, 16]) {
        const matrix = randomMatrix(galoisField(q), [4, 3, 4, 3, 4], 10, q);
        const random = randomNumbers(q + 7);
        const error = randomWord(matrix, random);
        const llr = noisyLlr(randomWord(matrix, random), q, random);
        const given = { rule, domain, schedule, iterations: 4 };
        const zero = decodeTextbook(matrix, llr, given);
        const moved = llr.map((vector, n) => vector.map((_, a) => vector[a ^ error[n]]));
        const other = decodeTextbook(matrix, moved, { ...given, syndrome: syndromeOf(matrix, error) });
        // Equal LLRs are decided by symbol number, which the difference changes.
        const unique = zero.posterior.map((vector, n) => {
          const decided = vector[zero.decision[n]];
          return vector.filter((value) => value === decided).length === 1;
        });
        const expected = zero.decision.map((symbol, n) => (unique[n] ? symbol ^ error[n] : other.decision[n]));
        expect(other.decision).toEqual(expected);
        expect(unique).toContain(true);
        if (domain === undefined) {
          const posterior = other.posterior.map((vector, n) => vector.map((_, a) => vector[a ^ error[n]]));
          expect(posterior).toEqual(zero.posterior);
          expect(other.unsatisfied).toEqual(zero.unsatisfied);
        }
      }
    }
  });
});
