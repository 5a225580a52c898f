import { describe, expect, it } from "vitest";
import { baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { type Arithmetic, float16, float32, float64, int8 } from "./arithmetic.ts";
import { exactPosteriors, wordsOfSyndrome } from "./brute-force.ts";
import { type BinaryCheckNode, minSum, minSumInt8, normalisedMinSum, sumProduct } from "./check-nodes.ts";
import { baseTerms, decodeFlooding, decodeLayered, degreeOneVariables } from "./decoder.ts";

const hamming = binaryMatrix(7, [
  [0, 2, 4, 6],
  [1, 2, 5, 6],
  [3, 4, 5, 6],
]);

describe("decoding worked out by hand: Hamming code, min-sum", () => {
  const llr = [2, 3, -1, 4, 5, 6, 7];

  it("flooding", () => {
    // Check messages: (−1, 2, −1, −1), (−1, 3, −1, −1), (5, 4, 4, 4).
    const one = decodeFlooding(hamming, llr, minSum(), { iterations: 1 });
    expect(one.posterior).toEqual([1, 2, 4, 9, 8, 9, 9]);
    expect(one).toMatchObject({ decision: [0, 0, 0, 0, 0, 0, 0], unsatisfied: [false], iterations: 1 });
    // Check messages of the second iteration: (2, 2, 2, 2), (1, 3, 1, 1), (4, 4, 4, 4).
    const two = decodeFlooding(hamming, llr, minSum(), { iterations: 2 });
    expect(two.posterior).toEqual([4, 4, 4, 8, 11, 11, 14]);
  });

  it("layered", () => {
    // Messages (−1, 2, −1, −1) give posteriors 1, 1, 4, 6. Messages (1, 3, 1, 1) give 4, 4, 7, 7. The last messages are (4, 4, 4, 4).
    const { posterior } = decodeLayered(hamming, [[0], [1], [2]], llr, minSum(), { iterations: 1 });
    expect(posterior).toEqual([1, 4, 4, 8, 8, 11, 11]);
    // In reverse order: messages (5, 4, 4, 4) give posteriors 9, 9, 10, 11, messages (−1, 2, −1, −1) give 2, 2, 9, 10, and the last
    // messages are (2, 2, 2, 2).
    const backwards = decodeLayered(hamming, [[2], [1], [0]], llr, minSum(), { iterations: 1 });
    expect(backwards.posterior).toEqual([4, 2, 4, 9, 11, 9, 12]);
  });

  it("a given syndrome", () => {
    // The syndrome of word 0010000 is 110, so the channel's word is right. Messages (1, −2, 1, 1), (1, −3, 1, 1), (5, 4, 4, 4).
    const { posterior, decision, unsatisfied } = decodeFlooding(hamming, llr, minSum(), {
      iterations: 1,
      syndrome: [1, 1, 0],
    });
    expect(posterior).toEqual([3, 4, -6, 9, 10, 11, 13]);
    expect(decision).toEqual([0, 0, 1, 0, 0, 0, 0]);
    expect(unsatisfied).toEqual([false]);
  });

  it("int8 in steps of 0.25: the same numbers, cut at 127", () => {
    const quarters = llr.map((value) => value / 4);
    const arithmetic = int8(0.25);
    const two = decodeFlooding(hamming, quarters, minSumInt8(), { iterations: 2, arithmetic });
    expect(two.posterior).toEqual([4, 4, 4, 8, 11, 11, 14]);
    const layers = [[0], [1], [2]];
    const layered = decodeLayered(hamming, layers, quarters, minSumInt8(), { iterations: 1, arithmetic });
    expect(layered.posterior).toEqual([1, 4, 4, 8, 8, 11, 11]);
  });

  it("stops, or goes on", () => {
    const stopped = decodeFlooding(hamming, llr, minSum(), { iterations: 5, stop: true });
    expect(stopped).toMatchObject({ iterations: 1, unsatisfied: [false, false, false, false, false] });
    expect(stopped.posterior).toEqual([1, 2, 4, 9, 8, 9, 9]);
    expect(decodeFlooding(hamming, llr, minSum(), { iterations: 5 }).iterations).toBe(5);
    // Messages 3, −5 and 4, 3 give posteriors −2, 2, 7, and the first check fails. Messages 7, −5 and 4, −2 then give 2, 2, 2.
    const chain = binaryMatrix(3, [
      [0, 1],
      [1, 2],
    ]);
    const later = decodeFlooding(chain, [-5, 3, 4], minSum(), { iterations: 4, stop: true });
    expect(later).toEqual({
      decision: [0, 0, 0],
      unsatisfied: [true, false, false, false],
      iterations: 2,
      posterior: [2, 2, 2],
    });
    // Messages 4 and 5 flip the second bit alone: the result is the word 10, with syndrome 1.
    const pair = binaryMatrix(2, [[0, 1]]);
    const turned = decodeFlooding(pair, [-5, -4], minSumInt8(), { iterations: 3, stop: true, syndrome: [1] });
    expect(turned).toMatchObject({ posterior: [-1, 1], decision: [1, 0], iterations: 1 });
  });
});

describe("saturation worked out by hand: int8", () => {
  const pair = binaryMatrix(2, [[0, 1]]);
  const options = { arithmetic: int8(1), iterations: 1 };

  it("of messages at 31 and posteriors at ±127", () => {
    const run = (llr: number[], iterations: number) => [
      decodeFlooding(pair, llr, minSumInt8(), { ...options, iterations }).posterior,
      decodeLayered(pair, [[0]], llr, minSumInt8(), { ...options, iterations }).posterior,
    ];
    // Channel LLRs are 127 and 100, and each message adds at most 31.
    for (const posterior of run([200, 100], 1)) expect(posterior).toEqual([127, 127]);
    // First −127 − 31 → −127 and −90 − 31. Then the messages −96 and −90 give −31 again.
    for (const posterior of run([-127, -90], 2)) expect(posterior).toEqual([-127, -121]);
  });

  it("of what a variable says; a degree-1 variable says its channel LLR all the same", () => {
    const star = binaryMatrix(3, [
      [0, 1],
      [0, 2],
    ]);
    const run = (leaves: ReadonlySet<number>) =>
      decodeLayered(star, [[0], [1]], [10, 120, 120], minSumInt8({ clip: 127 }), {
        ...options,
        iterations: 2,
        degreeOne: leaves,
      }).posterior;
    // First iteration: messages (120, 10) and (120, 127) give posteriors 130, 130, then 247, 247, all stored as 127.
    // Second iteration: 127 − 120 = 7 and 127 − 10 = 117 give 124 and 124; 124 − 120 = 4 and 127 − 127 = 0 give 4 and 4.
    expect(run(new Set())).toEqual([4, 124, 4]);
    // Degree-1 variables send 120: 7 and 120 give 127 and 127, and so do 127 − 120 = 7 and 120.
    expect(run(new Set([1, 2]))).toEqual([127, 127, 127]);
  });
});

describe("rounding in f32", () => {
  const small = 2 ** -24;
  // Variable 0 shares one check with variable 1 and one with variable 2.
  const star = binaryMatrix(3, [
    [0, 1],
    [0, 2],
  ]);
  const sum = (llr: number[], arithmetic: Arithmetic, terms?: number[][]) =>
    decodeFlooding(star, llr, minSum(), { iterations: 1, arithmetic, terms }).posterior[0];

  it("follows the order of additions: channel, then checks ascending", () => {
    expect(sum([1, small, small], float64)).toBe(1 + 2 * small);
    expect(sum([1, small, small], float32)).toBe(1);
    // Variable 1 receives the channel LLR of variable 0.
    expect(sum([small, 1, small], float32)).toBe(1);
    expect(sum([small, small, 1], float32)).toBe(1 + 2 * small);
    expect(sum([small, 1, small], float32, [[1, 0], [0], [1]])).toBe(1 + 2 * small);
  });

  it("keeps halves, and adds them in f32", () => {
    expect(sum([1, 2 ** -11, 2 ** -11], float16)).toBe(1 + 2 ** -10);
    expect(sum([1, 2 ** -11, 2 ** -12], float16)).toBe(1 + 2 ** -10);
    expect(sum([1, 2 ** -12, 2 ** -12], float16)).toBe(1);
    // In a layered schedule each posterior is stored in f16 at once.
    const options = { iterations: 1, arithmetic: float16 };
    const { posterior } = decodeLayered(star, [[0], [1]], [1, 2 ** -11, 2 ** -11], minSum(), options);
    expect(posterior[0]).toBe(1);
  });

  it("rounds messages too", () => {
    // 0.75·(1 + 3·2⁻¹⁰) = 0.75 + 9·2⁻¹² lies halfway between the f16 numbers 0.75 + 8·2⁻¹² and 0.75 + 10·2⁻¹². The first is even.
    const options = { iterations: 1, arithmetic: float16 };
    const rule = normalisedMinSum(0.75, "single");
    const { posterior } = decodeFlooding(binaryMatrix(2, [[0, 1]]), [0, 1 + 3 * 2 ** -10], rule, options);
    expect(posterior[0]).toBe(0.75 + 2 ** -9);
  });
});

/** A random code whose Tanner graph is a tree. */
function tree(seed: number): ParityCheckMatrix {
  const random = randomNumbers(seed);
  let columns = 1;
  const rows: number[][] = [];
  while (columns < 11) {
    const row = [Math.floor(random() * columns)];
    const fresh = 1 + Math.floor(random() * Math.min(3, 11 - columns));
    for (let i = 0; i < fresh; i++) row.push(columns++);
    rows.push(row.sort((a, b) => a - b));
  }
  return binaryMatrix(columns, rows);
}

describe("on trees", () => {
  const layersOf = ({ rows }: ParityCheckMatrix) => Array.from({ length: rows }, (_, m) => [m]);
  const schedules: Record<
    string,
    (m: ParityCheckMatrix, llr: number[], rule: BinaryCheckNode, syndrome: number[]) => number[]
  > = {
    flooding: (matrix, llr, rule, syndrome) =>
      decodeFlooding(matrix, llr, rule, { iterations: matrix.rows + 1, syndrome }).posterior,
    layered: (matrix, llr, rule, syndrome) =>
      decodeLayered(matrix, layersOf(matrix), llr, rule, { iterations: matrix.rows + 1, syndrome }).posterior,
  };

  for (const [name, decode] of Object.entries(schedules)) {
    it(`${name}: min-sum is the likeliest word, sum-product the likeliest bit, given any syndrome`, () => {
      for (let seed = 1; seed <= 25; seed++) {
        const matrix = tree(seed);
        const random = randomNumbers(1000 + seed);
        const syndrome = Array.from({ length: matrix.rows }, () => (seed % 2 === 0 ? 0 : Math.floor(2 * random())));
        const words = wordsOfSyndrome(matrix, syndrome);
        expect(words).toHaveLength(2 ** (matrix.columns - matrix.rows));
        // Sums of whole numbers are exact.
        const whole = Array.from({ length: matrix.columns }, () => Math.floor(random() * 41) - 20);
        expect(decode(matrix, whole, minSum(), syndrome).map((p) => p + 0)).toEqual(
          exactPosteriors(words, whole).likeliest,
        );
        const llr = Array.from({ length: matrix.columns }, () => 12 * random() - 5);
        const { bitwise } = exactPosteriors(words, llr);
        decode(matrix, llr, sumProduct(), syndrome).forEach((value, n) => {
          expect(Math.abs(value - bitwise[n])).toBeLessThan(1e-9);
        });
      }
    });
  }
});

describe("layered and flooding", () => {
  it("are the same where one layer holds all checks: int8 and f32, after every iteration", () => {
    // The checks have no common variable, and with degree-1 variables no rounding occurs between iterations.
    const apart = binaryMatrix(9, [
      [0, 3, 6],
      [1, 4, 7, 8],
      [2, 5],
    ]);
    const random = randomNumbers(7);
    const leaves = new Set(Array.from({ length: 9 }, (_, n) => n));
    for (const [arithmetic, rule] of [
      [int8(0.25), minSumInt8({ scale: 0.75 })],
      [float32, normalisedMinSum(0.75, "single")],
      [float64, sumProduct()],
    ] as const) {
      for (let iterations = 1; iterations <= 3; iterations++) {
        const llr = Array.from({ length: 9 }, () => 40 * random() - 16);
        const options = { iterations, arithmetic, leaves, syndrome: [1, 0, 1] };
        expect(decodeLayered(apart, [[0, 1, 2]], llr, rule, options)).toEqual(
          decodeFlooding(apart, llr, rule, options),
        );
      }
    }
  });

  it("agree after one iteration in which no variable is heard of twice", () => {
    const llr = [3, -2, 5, 7, 1, -4];
    const options = { iterations: 1, arithmetic: int8(0.25) };
    const chain = binaryMatrix(6, [
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(decodeLayered(chain, [[0], [1]], llr, minSumInt8(), options)).toEqual(
      decodeFlooding(chain, llr, minSumInt8(), options),
    );
  });
});

describe("helpers", () => {
  it("degree-1 variables are kept apart if their check has one only", () => {
    const matrix = binaryMatrix(6, [
      [0, 1, 2],
      [0, 1, 3, 4],
      [1, 5],
    ]);
    expect([...degreeOneVariables(matrix)]).toEqual([2, 5]);
  });

  it("terms of circulants come by block row and place, not by check", () => {
    // Z = 3, shifts 0 and 1 in one block: variable j is in checks j (shift 0) and j − 1 (shift 1).
    const base = baseMatrix(2, 1, 3, [
      [0, 0, 0],
      [0, 0, 1],
      [1, 0, 2],
    ]);
    expect(baseTerms(base)).toEqual([
      [0, 2, 4],
      [1, 0, 5],
      [2, 1, 3],
    ]);
    const { checkStart, variable } = expand(base);
    for (const [n, checks] of baseTerms(base).entries()) {
      for (const m of checks) expect([...variable.slice(checkStart[m], checkStart[m + 1])]).toContain(n);
    }
  });

  it("refuses lengths that are not the code's", () => {
    expect(() => decodeFlooding(hamming, [1, 2], minSum(), { iterations: 1 })).toThrow("lengths");
    expect(() => decodeFlooding(hamming, [1, 2, 3, 4, 5, 6, 7], minSum(), { iterations: 0 })).toThrow("at least 1");
  });
});
