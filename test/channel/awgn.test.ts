import { describe, expect, it } from "vitest";
import { awgnChannel, noiseWords, sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
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
    for (let j = 1; j < 2048; j++) expect(words[2048 + j]).toBe(words[2048 - j]);
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
