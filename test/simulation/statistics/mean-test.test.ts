import { describe, expect, it } from "vitest";
import { publishedMeanTest } from "../../../src/simulation/statistics/mean-test.ts";

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
