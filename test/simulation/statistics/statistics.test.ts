import { describe, expect, it } from "vitest";
import { normalQuantile } from "../../../src/channel/gaussian.ts";
import { randomSource } from "../../../src/code/construct/random.ts";
import {
  binomialTest,
  clopperPearson,
  clusteredInterval,
  type ErrorCount,
  fisherTest,
  holmCorrection,
  meanInterval,
  publishedMeanTest,
} from "../../../src/simulation/statistics.ts";
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

const DIGITS = 10n ** 60n;

/** Probability of all outcomes that are at most as likely as the seen one, from weights with sixty decimal digits. */
function tail(weights: readonly bigint[], seen: number): number {
  const sum = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);
  const limit = weights[seen];
  return Number((sum(weights.filter((weight) => weight <= limit)) * 10n ** 40n) / sum(weights)) / 1e40;
}

/** The binomial coefficient, exactly. */
function choose(n: number, k: number): bigint {
  let product = 1n;
  for (let i = 0; i < k; i++) product = (product * BigInt(n - i)) / BigInt(i + 1);
  return product;
}

function exactFisher(first: ErrorCount, second: ErrorCount): number {
  const errors = first.errors + second.errors;
  const weights = Array.from(
    { length: errors + 1 },
    (_, k) => choose(first.frames, k) * choose(second.frames, errors - k),
  );
  return tail(weights, first.errors);
}

/** The binomial test by exact ratios for the first `terms` counts, for a rate numerator/denominator. */
function exactBinomial({ errors, frames }: ErrorCount, numerator: number, denominator: number, terms: number): number {
  const weights = [DIGITS];
  for (let k = 0; k < Math.min(terms, frames); k++) {
    const up = BigInt(frames - k) * BigInt(numerator);
    weights.push((weights[k] * up) / (BigInt(k + 1) * BigInt(denominator - numerator)));
  }
  return tail(weights, errors);
}

describe("fisherTest", () => {
  it("has values known from elsewhere", () => {
    // Fisher's tea tasting: splits 0 … 4 occur in 1, 16, 36, 16, 1 of 70 ways.
    expect(fisherTest({ errors: 3, frames: 4 }, { errors: 1, frames: 4 })).toBeCloseTo(34 / 70, 14);
    expect(fisherTest({ errors: 4, frames: 4 }, { errors: 0, frames: 4 })).toBeCloseTo(2 / 70, 14);
    // Convictions of like-sex twins, example(fisher.test) in R: p-value = 0.0005367.
    expect(fisherTest({ errors: 2, frames: 12 }, { errors: 15, frames: 18 })).toBeCloseTo(0.0005367241, 10);
    // One error in 2 million against none in 1 million: the reverse has probability 1/3, this one 2/3.
    expect(fisherTest({ errors: 1, frames: 2e6 }, { errors: 0, frames: 1e6 })).toBe(1);
    expect(fisherTest({ errors: 0, frames: 2e6 }, { errors: 1, frames: 1e6 })).toBeCloseTo(1 / 3, 14);
    expect(fisherTest({ errors: 0, frames: 5 }, { errors: 0, frames: 7 })).toBe(1);
    expect(fisherTest({ errors: 5, frames: 5 }, { errors: 7, frames: 7 })).toBe(1);
  });

  it.each([
    [
      { errors: 100, frames: 32790080 },
      { errors: 131, frames: 32790080 },
    ],
    [
      { errors: 100, frames: 1e9 },
      { errors: 180, frames: 1e9 },
    ],
    [
      { errors: 3, frames: 1e9 },
      { errors: 60, frames: 1e6 },
    ],
    [
      { errors: 250, frames: 1e9 },
      { errors: 0, frames: 1e9 },
    ],
    [
      { errors: 40, frames: 7e8 },
      { errors: 105, frames: 1e9 },
    ],
  ])("is right for rare errors: %j and %j", (a, b) => {
    const expected = exactFisher(a, b);
    if (expected > 1e-38) expect(fisherTest(a, b) / expected).toBeCloseTo(1, 11);
    else expect(fisherTest(a, b)).toBeLessThan(1e-38);
    expect(fisherTest(b, a)).toBeCloseTo(fisherTest(a, b), 12);
  });
});

describe("binomialTest", () => {
  it("has values known from elsewhere", () => {
    // Mendelian inheritance, example(binom.test) in R: 682 of 925 at 3/4 has p-value = 0.3825.
    expect(binomialTest({ errors: 682, frames: 925 }, 0.75)).toBeCloseTo(0.38249155957, 10);
    // Ten tosses: 10 + 10 of 1024 for nine heads or nine tails, and all counts but the likeliest.
    expect(binomialTest({ errors: 9, frames: 10 }, 0.5)).toBeCloseTo(22 / 1024, 14);
    expect(binomialTest({ errors: 4, frames: 10 }, 0.5)).toBeCloseTo(1 - 252 / 1024, 14);
    expect(binomialTest({ errors: 0, frames: 10 }, 0.05)).toBe(1);
    expect(binomialTest({ errors: 3, frames: 3 }, 1)).toBe(1);
    expect(binomialTest({ errors: 2, frames: 3 }, 1)).toBe(0);
  });

  it.each([
    [{ errors: 97, frames: 1e9 }, 123, 1e9],
    [{ errors: 0, frames: 1e9 }, 2, 1e9],
    [{ errors: 250, frames: 1e9 }, 123, 1e9],
    [{ errors: 77, frames: 5000 }, 33, 2500],
    [{ errors: 12, frames: 20 }, 1, 3],
  ])("is right for %j at %d/%d", (count, numerator, denominator) => {
    const expected = exactBinomial(count, numerator, denominator, 1200);
    expect(binomialTest(count, numerator / denominator) / expected).toBeCloseTo(1, 10);
  });
});

describe("exact tests", () => {
  it("reject true rates at most as often as the level says", () => {
    const choices = (n: number) => Array.from({ length: n + 1 }, (_, k) => Number(choose(n, k)));
    const n = 30;
    const rate = 0.2;
    const probability = choices(n).map((ways, k) => ways * rate ** k * (1 - rate) ** (n - k));
    let binomial = 0;
    let fisher = 0;
    probability.forEach((p, a) => {
      if (binomialTest({ errors: a, frames: n }, rate) < 0.05) binomial += p;
      probability.forEach((q, b) => {
        if (fisherTest({ errors: a, frames: n }, { errors: b, frames: n }) < 0.05) fisher += p * q;
      });
    });
    for (const share of [binomial, fisher]) {
      expect(share).toBeGreaterThan(0.005);
      expect(share).toBeLessThanOrEqual(0.05);
    }
  });

  it.each([
    [{ errors: 3, frames: 2 }],
    [{ errors: -1, frames: 2 }],
    [{ errors: 0.5, frames: 2 }],
    [{ errors: 0, frames: 0 }],
    [{ errors: 1, frames: Number.NaN }],
  ])("refuse %j", (count) => {
    expect(() => binomialTest(count, 0.5)).toThrow(RangeError);
    expect(() => fisherTest(count, { errors: 1, frames: 2 })).toThrow(RangeError);
    expect(() => fisherTest({ errors: 1, frames: 2 }, count)).toThrow(RangeError);
  });

  it.each([0, -0.1, 1.1, Number.NaN])("refuse a rate of %d", (rate) => {
    expect(() => binomialTest({ errors: 1, frames: 2 }, rate)).toThrow(RangeError);
  });
});

describe("holmCorrection", () => {
  it("multiplies by the number of tests left, never down, never above 1", () => {
    // By hand: 4 · 0.01, 3 · 0.02, then max(0.06, 2 · 0.025), and 1 · 0.9.
    const corrected = holmCorrection([0.02, 0.9, 0.01, 0.025]);
    [0.06, 0.9, 0.04, 0.06].forEach((expected, i) => {
      expect(corrected[i]).toBeCloseTo(expected, 14);
    });
    expect(holmCorrection([0.7, 0.8])).toEqual([1, 1]);
    expect(holmCorrection([0.03])).toEqual([0.03]);
    expect(holmCorrection([])).toEqual([]);
  });
});

const MEASURED = { mean: 10, deviation: 3, count: 900 };

describe("publishedMeanTest", () => {
  it("takes the standard errors of both means", () => {
    // The standard error is √(9/900 + 9/100) = √0.1. 1.96 standard errors have p = 5 %.
    const mean = 10 + 1.959964 * Math.sqrt(0.1);
    expect(publishedMeanTest(MEASURED, { mean, count: 100, rounding: 0 })).toBeCloseTo(0.05, 6);
    expect(publishedMeanTest(MEASURED, { mean: 20 - mean, count: 100, rounding: 0 })).toBeCloseTo(0.05, 6);
  });

  it("gives the published value a margin for its rounding", () => {
    const mean = 10.05 + 1.959964 * Math.sqrt(0.1);
    expect(publishedMeanTest(MEASURED, { mean, count: 100, rounding: 0.05 })).toBeCloseTo(0.05, 6);
    expect(publishedMeanTest(MEASURED, { mean: 10.04, count: 100, rounding: 0.05 })).toBe(1);
  });

  it("without deviation asks for equality up to rounding", () => {
    const exact = { mean: 31, deviation: 0, count: 1000 };
    expect(publishedMeanTest(exact, { mean: 31, count: 1000, rounding: 0.05 })).toBe(1);
    expect(publishedMeanTest({ ...exact, mean: 3.55 }, { mean: 3.5, count: 1000, rounding: 0.05 })).toBe(1);
    expect(publishedMeanTest(exact, { mean: 30.9, count: 1000, rounding: 0.05 })).toBe(0);
  });
});

describe("meanInterval", () => {
  it("is that of Student's t for the logarithm of the mean", () => {
    // Eight values with the relative standard error √6/4.5/√8; t of seven degrees of freedom is 2.364624.
    const { value, low, high } = meanInterval([1, 2, 3, 4, 5, 6, 7, 8].map((each) => each / 100));
    const factor = Math.exp((2.364624 * Math.sqrt(6)) / 4.5 / Math.sqrt(8));
    expect([value, low, high]).toEqual([0.045, 0.045 / factor, 0.045 * factor].map((x) => expect.closeTo(x, 7)));
    for (const few of [[], [0.5], [0, 0, 0]]) expect(meanInterval(few)).toMatchObject({ low: 0, high: 1 });
  });

  it("covers the mean of products of many weights in 95 % of cases, of eight and of thirty", () => {
    const random = randomSource(1);
    const normal = () => normalQuantile((random.below(2 ** 20) + 0.5) / 2 ** 20);
    for (const count of [8, 30]) {
      let covered = 0;
      for (let trial = 0; trial < 4000; trial++) {
        const { low, high } = meanInterval(
          Array.from({ length: count }, () => 1e-3 * Math.exp(0.5 * normal() - 0.125)),
        );
        covered += Number(low <= 1e-3 && high >= 1e-3);
      }
      expect(covered / 4000).toBeGreaterThan(0.935);
      expect(covered / 4000).toBeLessThan(0.975);
    }
  });
});
