import { describe, expect, it } from "vitest";
import { sigmaOfEbN0 } from "../../../src/channel/awgn.ts";
import { channels } from "../../../src/channel/channels.ts";
import { awgnAchievable, awgnConverse, becBounds, bscBounds } from "../../../src/channel/limits/bounds.ts";
import { approximateFer } from "../../../src/channel/limits/channel-limits.ts";
import { bscMoments, erasureMoments, normalApproximation } from "../../../src/channel/normal-approximation.ts";

describe("bounds of the BSC", () => {
  it("hold the repetition code of three bits between them, and are tight for perfect codes", () => {
    const p = 0.1;
    const repetition = 3 * p ** 2 - 2 * p ** 3;
    expect(bscBounds(p, 3, 1).converse).toBeCloseTo(repetition, 12);
    // The (7,4) Hamming code is perfect, too.
    expect(bscBounds(p, 7, 4).converse).toBeCloseTo(1 - (1 - p) ** 7 - 7 * p * (1 - p) ** 6, 12);
    expect(bscBounds(p, 7, 4).achievable).toBeGreaterThan(bscBounds(p, 7, 4).converse);
  });

  it("have the union bound summed word by word", () => {
    const [p, n, k] = [0.2, 4, 1];
    const chances = [1, 4, 6, 4, 1];
    let expected = 0;
    let ball = 0;
    chances.forEach((words, t) => {
      ball += words;
      expected += words * p ** t * (1 - p) ** (n - t) * Math.min(1, ((2 ** k - 1) * ball) / 2 ** n);
    });
    expect(bscBounds(p, n, k).achievable).toBeCloseTo(expected, 12);
  });

  it("hold the normal approximation at 1000 bits nearly between them", () => {
    const size = { q: 2, n: 1000, k: 500 };
    const { achievable, converse } = bscBounds(0.085, size.n, size.k);
    const fer = approximateFer(channels.qber, size, 0.085);
    expect(converse).toBeLessThan(achievable);
    expect(fer / achievable).toBeLessThan(1.3);
    expect(fer / converse).toBeGreaterThan(0.7);
  });
});

describe("lengths for 90 % of the capacity at FER 1e-3, of Polyanskiy, Poor and Verdú 2010, table I", () => {
  it("are 2985 (converse) and 3106 (random-coding union) for the BSC of crossover 0.11", () => {
    const bits = (n: number) => 0.9 * bscMoments(0.11).capacity * n;
    // Both bounds have steps of 3 % between neighbouring lengths.
    expect(bscBounds(0.11, 2985, bits(2985)).converse / 1e-3).toBeCloseTo(1, 1);
    expect(bscBounds(0.11, 3106, bits(3106)).achievable / 1e-3).toBeCloseTo(1, 1);
  });

  it("are 899 (converse) for erasures of probability 1/2", () => {
    expect(becBounds(0.5, 899, 0.45 * 899).converse / 1e-3).toBeCloseTo(1, 1);
  });
});

describe("bounds of the erasure channel", () => {
  it("are those of a single parity check, which no code exceeds at k = n − 1", () => {
    const [e, n] = [0.1, 5];
    // All patterns of two or more erasures fail. Each erasure after the first is guessed wrong with probability 1/2.
    let expected = 0;
    [1, 5, 10, 10, 5, 1].forEach((patterns, t) => {
      if (t >= 2) expected += patterns * e ** t * (1 - e) ** (n - t) * (1 - 2 ** (1 - t));
    });
    expect(becBounds(e, n, n - 1).converse).toBeCloseTo(expected, 12);
  });

  it("hold the normal approximation between them", () => {
    const { achievable, converse } = becBounds(0.45, 1000, 500);
    const fer = normalApproximation(erasureMoments(0.45, 2), 1000, 500);
    expect(converse).toBeLessThan(fer);
    expect(achievable).toBeGreaterThan(fer * 0.8);
  });

  it("count symbols of several bits", () => {
    expect(becBounds(0.3, 20, 10, 8).achievable).toBeLessThan(becBounds(0.3, 20, 10).achievable);
  });
});

describe("bounds of BPSK over AWGN", () => {
  it("lie on both sides of the FER of the best codes of two words", () => {
    // A repetition code of n bits is the best code with one information bit.
    const [sigma, n] = [1.4, 8];
    const repetition = upperTail(Math.sqrt(n) / sigma);
    expect(awgnConverse(sigma, n, 1)).toBeLessThanOrEqual(repetition * (1 + 1e-6));
    expect(awgnAchievable(sigma, n, 1)).toBeGreaterThan(repetition);
  });

  it("hold the normal approximation nearly between them at 576 bits", () => {
    const sigma = sigmaOfEbN0(1.5, 0.5);
    const fer = approximateFer(channels.ebn0, { q: 2, n: 576, k: 288 }, 1.5);
    expect(awgnConverse(sigma, 576, 288)).toBeLessThan(fer);
    // The random-coding union bound is so good that it is near the approximation, which is no bound.
    expect(awgnAchievable(sigma, 576, 288)).toBeGreaterThan(0.8 * fer);
    expect(awgnAchievable(sigma, 576, 288)).toBeLessThan(1.5 * fer);
  });
});

describe("the random-coding union bound of BPSK over AWGN", () => {
  it.each([
    // Means of min(1, (2^64 − 1)·P(Σ B·LLR ≤ 0 for fair bits B)) over 30,000 received words with noise 1.15 times as large and their
    // weights, by the formula of R. Lugannani and S. Rice with each word's saddlepoint: standard errors of 4, 7 and 8 %.
    [2, 7.69e-3],
    [2.5, 1.17e-3],
    [3, 1.02e-4],
  ])("at %f dB is that of a longer run", (ebn0, expected) => {
    expect(Math.abs(awgnAchievable(sigmaOfEbN0(ebn0, 0.5), 128, 64) / expected - 1)).toBeLessThan(0.1);
  });

  it("stays above the meta-converse, without overflow, up to the longest code", () => {
    for (const [n, k, ebn0] of [
      [128, 64, 5],
      [576, 288, 2],
      [4096, 2048, 0.8],
      [4096, 3700, 4.1],
      [1000, 50, -0.3],
    ]) {
      const sigma = sigmaOfEbN0(ebn0, k / n);
      expect(awgnAchievable(sigma, n, k)).toBeGreaterThan(awgnConverse(sigma, n, k));
      expect(awgnAchievable(sigma, n, k)).toBeLessThan(0.2);
    }
  });
});

/** Q(x) by the midpoint rule. */
function upperTail(x: number): number {
  let sum = 0;
  for (let z = x + 5e-3; z < x + 12; z += 1e-2) sum += Math.exp((-z * z) / 2) * 1e-2;
  return sum / Math.sqrt(2 * Math.PI);
}
