import { describe, expect, it } from "vitest";
import { clopperPearson, clusteredInterval } from "../../../src/simulation/statistics/statistics.ts";
import { randomNumbers } from "../random.ts";

/** P(X ≤ k) or P(X ≥ k) of the binomial distribution, as a sum of terms that are products of ratios in logarithms. */
function binomialTail(k: number, n: number, p: number, side: "at most" | "at least"): number {
  // Terms are relative to P(X = k), so that nothing underflows. P(X = k) itself is a sum of small logarithms.
  let logTerm = n * Math.log1p(-p);
  for (let i = 0; i < k; i++) logTerm += Math.log((n - i) / (i + 1)) + Math.log(p) - Math.log1p(-p);
  const odds = p / (1 - p);
  let sum = 0;
  let ratio = 1;
  if (side === "at most") {
    for (let i = k; i >= 0 && ratio > 1e-18; i--) {
      sum += ratio;
      ratio *= i / ((n - i + 1) * odds);
    }
  } else {
    for (let i = k; i <= n && ratio > 1e-18; i++) {
      sum += ratio;
      ratio *= ((n - i) / (i + 1)) * odds;
    }
  }
  return Math.exp(logTerm) * sum;
}

describe("clopperPearson", () => {
  it.each([
    [Number.NaN, 3, 0.95, "NaN events of 3 trials: give 0 or more events, and at most as many as trials"],
    [5, 3, 0.95, "5 events of 3 trials"],
    [-1, 3, 0.95, "-1 events of 3 trials"],
    [1, Number.POSITIVE_INFINITY, 0.95, "1 events of Infinity trials"],
    [1, 3, 95, "confidence 95: give a number between 0 and 1"],
  ])("refuses %d events of %d trials with confidence %d", (events, trials, confidence, message) => {
    expect(() => clopperPearson(events, trials, confidence)).toThrow(message);
  });

  it.each([
    [1, 1],
    [1, 2],
    [1, 1e9],
    [2, 1e9],
    [100, 1e9],
    [3, 10],
    [9, 10],
    [100, 1000],
    [57, 60],
    [100, 1e6],
  ])("its ends have binomial tails of 2.5 percent: %d of %d", (k, n) => {
    const { low, high } = clopperPearson(k, n);
    expect(Math.abs(binomialTail(k, n, low, "at least") / 0.025 - 1)).toBeLessThan(1e-9);
    if (k < n) expect(Math.abs(binomialTail(k, n, high, "at most") / 0.025 - 1)).toBeLessThan(1e-9);
    else expect(high).toBe(1);
  });

  it("has closed forms without events and with only events", () => {
    for (const n of [1, 10, 1e3, 1e6, 1e9]) {
      expect(clopperPearson(0, n).low).toBe(0);
      expect(clopperPearson(0, n).high / -Math.expm1(Math.log(0.025) / n)).toBeCloseTo(1, 11);
      expect(clopperPearson(n, n).low / 0.025 ** (1 / n)).toBeCloseTo(1, 11);
    }
  });
});

describe("clusteredInterval", () => {
  it("is the frame interval scaled if all clusters are equal", () => {
    const frame = clopperPearson(17, 4000);
    const symbol = clusteredInterval(17 * 9, 17 * 81, 4000, 620);
    for (const end of ["value", "low", "high"] as const)
      expect(symbol[end] / ((frame[end] * 9) / 620)).toBeCloseTo(1, 11);
  });

  it("without errors bounds by the frame error rate", () => {
    expect(clusteredInterval(0, 0, 1000, 620)).toEqual({ ...clopperPearson(0, 1000), value: 0 });
  });

  it("covers the true rate in about 95 % of experiments with clusters of random size", () => {
    const random = randomNumbers(2024);
    const frames = 400;
    const perFrame = 100;
    for (const frameErrorRate of [0.05, 0.3, 0.9]) {
      const trueRate = (frameErrorRate * 10.5) / perFrame;
      let covered = 0;
      let coveredAsIfIndependent = 0;
      const experiments = 500;
      for (let e = 0; e < experiments; e++) {
        let errors = 0;
        let squared = 0;
        for (let f = 0; f < frames; f++) {
          if (random() >= frameErrorRate) continue;
          const x = 1 + Math.floor(random() * 20);
          errors += x;
          squared += x * x;
        }
        const { low, high } = clusteredInterval(errors, squared, frames, perFrame);
        if (low <= trueRate && trueRate <= high) covered++;
        const naive = clopperPearson(errors, frames * perFrame);
        if (naive.low <= trueRate && trueRate <= naive.high) coveredAsIfIndependent++;
      }
      expect(covered / experiments).toBeGreaterThan(0.925);
      expect(covered / experiments).toBeLessThanOrEqual(0.99);
      if (frameErrorRate < 0.5) expect(coveredAsIfIndependent / experiments).toBeLessThan(0.85);
    }
  });
});
