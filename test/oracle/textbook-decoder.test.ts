import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { noisyLlr, randomWord, syndromeOf } from "../decoder/words.ts";
import { randomNumbers } from "../simulation/random.ts";
import { byEnumeration, MIN_MAX } from "./check-node/enumeration.ts";
import { minMax } from "./check-node/min-max.ts";
import { sumProduct } from "./check-node/sum-product.ts";
import { f16, f32, levels, probabilities } from "./message-domain.ts";
import { decodeTextbook, type TextbookRequest } from "./textbook-decoder.ts";

const SCHEDULES = ["flooding", "layered"] as const;

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
});

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
