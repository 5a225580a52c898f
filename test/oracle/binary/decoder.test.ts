import { describe, expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { int8 } from "./arithmetic.ts";
import { exactPosteriors, wordsOfSyndrome } from "./brute-force.ts";
import { type BinaryCheckNode, minSum, minSumInt8, sumProduct } from "./check-nodes.ts";
import { decodeFlooding, decodeLayered } from "./decoder.ts";

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
