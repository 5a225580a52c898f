import { describe, expect, it, test } from "vitest";
import { awgnChannel, noiseWords, sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
import { solve } from "../../src/channel/limits/bounds.ts";
import { awgnMoments } from "../../src/channel/normal-approximation.ts";
import { InputError } from "../../src/errors.ts";
import { wordsByCell } from "./alias-words.ts";

it("σ of an Eb/N0: σ² = 1/(2·R·10^(EbN0/10))", () => {
  expect(sigmaOfEbN0(0, 0.5)).toBe(1);
  expect(sigmaOfEbN0(10 * Math.log10(2), 0.5)).toBeCloseTo(Math.SQRT1_2, 14);
  expect(sigmaOfEbN0(0, 1)).toBeCloseTo(Math.SQRT1_2, 14);
  expect(sigmaOfEbN0(-10, 0.05)).toBeCloseTo(10, 12);
});

describe.each([2.6e-4, 0.01, 0.3, 0.5, 0.8341, 1, 2.2, 7.9])("discretised Gaussian noise, σ = %f", (sigma) => {
  const { amplitude, llrScale, noise } = awgnChannel(sigma);
  const words = wordsByCell(noise);

  it("is symmetric", () => {
    expect(words.slice(2049)).toEqual(words.slice(1, 2048).reverse());
  });

  it("has variance σ² and the grid's own, and the Gaussian's tails", () => {
    const variance = words.reduce((sum, count, cell) => sum + count * ((cell - 2048) / amplitude) ** 2, 0) / 2 ** 32;
    expect(variance / (sigma ** 2 + 1 / (12 * amplitude ** 2))).toBeCloseTo(1, 6);
    for (const [k, tail] of [
      [1, 0.15865525393145707],
      [3, 0.0013498980316300957],
      [5, 2.866515718791946e-7],
    ]) {
      const first = Math.ceil(k * sigma * amplitude);
      const share = words.slice(2048 + first).reduce((sum, count) => sum + count, 0) / 2 ** 32;
      // The cell boundary lies within one cell of k·σ, where the density is below e^(−k²/2)/√(2π).
      const cell = Math.exp(-0.5 * (k - 0.01) ** 2) / Math.sqrt(2 * Math.PI) / (amplitude * sigma);
      expect(Math.abs(share - tail)).toBeLessThan(cell + 2 ** -24);
    }
  });

  it("has LLR 2y/σ² as an f32 number", () => {
    expect(Math.fround(llrScale)).toBe(llrScale);
    expect((llrScale * amplitude * sigma ** 2) / 2).toBeCloseTo(1, 6);
  });

  it("keeps integers small enough to add up eight bits exactly in f32", () => {
    expect(8 * (amplitude + 2047)).toBeLessThan(2 ** 24);
  });
});

it("every tail has its probability to within half a word, far out too; cell 0 is impossible", () => {
  const words = noiseWords(1 / 256);
  expect(words[0]).toBe(0);
  let tail = 0;
  for (let j = 2047; j > 0; j--) {
    tail += words[2048 + j];
    expect(Math.abs(tail - 2 ** 32 * normalUpperTail((j - 0.5) / 256))).toBeLessThanOrEqual(0.5);
  }
  const farthest = words.findLastIndex((count) => count > 0);
  expect((farthest - 2048) / 256).toBeGreaterThan(6.2);
});

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-4, 8.5])("refuses σ = %f", (sigma) => {
  expect(() => awgnChannel(sigma)).toThrow(InputError);
  expect(() => awgnChannel(sigma)).toThrow(`noise standard deviation ${sigma} is outside`);
});

test.each([
  // erfc(x/√2)/2 of the C library.
  [0, 0.5],
  [1, 0.15865525393145707],
  [2.999, 0.0013543365337271066],
  [3, 0.0013498980316300957],
  [5, 2.866515718791946e-7],
  [8, 6.220960574271819e-16],
])("Q(%f)", (x, expected) => {
  expect(normalUpperTail(x) / expected).toBeCloseTo(1, 11);
});

/** Lost information, in bits, of a sent bit whose receiver gets this LLR in favour of the sent value. */
const lostBits = (llr: number) => Math.log1p(Math.exp(-llr)) / Math.LN2;

/**
 * Generalised mutual information of a receiver that uses v·llrScale as the LLR. It includes the losses of grid, tails, integer
 * probabilities and f32 scale. By symmetry both inputs have the same value.
 */
function discreteRate(sigma: number): number {
  const { amplitude, llrScale, noise } = awgnChannel(sigma);
  return wordsByCell(noise).reduce(
    (rate, words, cell) => rate - (words / 2 ** 32) * lostBits((amplitude + cell - 2048) * llrScale),
    1,
  );
}

/** Additional noise, in dB, with which the continuous channel has the rate of the discretised channel. */
function lossInDecibels(sigma: number): number {
  const rate = discreteRate(sigma);
  const same = solve((x) => awgnMoments(x).capacity - rate, sigma * 0.9, sigma * 1.1, 1e-12 * sigma)!;
  return 20 * Math.log10(same / sigma);
}

// The number in doc/design/codes-and-channels.md.
it.each([
  { rate: 1 / 2, ebn0: [-1, 0, 1, 2, 3, 4, 5] },
  { rate: 0.9, ebn0: [2, 4, 6] },
  { rate: 0.1, ebn0: [-1, 1] },
])("discretisation costs less than 0.00001 dB at rate $rate", ({ rate, ebn0 }) => {
  for (const point of ebn0) {
    expect(Math.abs(lossInDecibels(sigmaOfEbN0(point, rate))), `${point} dB`).toBeLessThan(1e-5);
  }
});
