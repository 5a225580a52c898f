import { describe, expect, it } from "vitest";
import { ditherValues } from "../../../src/reconciliation/core/ends.ts";
import { correlatedValues, correlationOf, estimateCorrelation } from "../../../src/reconciliation/core/estimation.ts";
import { randomNumbers } from "../../simulation/random.ts";

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const product = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a, (value, i) => value * b[i]);

describe("correlated values", () => {
  const COUNT = 40_000;

  it.each([0.03, 0.161, 3])("are standard normal with the correlation of SNR %f", (snr) => {
    const { x, y } = correlatedValues(snr, 1, { first: 0, count: COUNT });
    for (const values of [x, y]) {
      expect(Math.abs(mean(values))).toBeLessThan(5 / Math.sqrt(COUNT));
      expect(Math.abs(mean(product(values, values)) - 1)).toBeLessThan(5 * Math.sqrt(2 / COUNT));
      // The kurtosis is 3, and the variance of a fourth power is 96.
      expect(Math.abs(mean(Array.from(values, (value) => value ** 4)) - 3)).toBeLessThan(5 * Math.sqrt(96 / COUNT));
    }
    expect(Math.abs(mean(product(x, y)) - correlationOf(snr))).toBeLessThan(5 * Math.sqrt(2 / COUNT));
  });

  it("are a function of SNR, seed and index", () => {
    const whole = correlatedValues(0.5, 7, { first: 2 ** 32 - 3, count: 10 });
    const part = correlatedValues(0.5, 7, { first: 2 ** 32 + 1, count: 4 });
    expect([...part.x]).toEqual([...whole.x.subarray(4, 8)]);
    expect([...part.y]).toEqual([...whole.y.subarray(4, 8)]);
    expect(correlatedValues(0.5, 8, { first: 0, count: 4 })).not.toEqual(
      correlatedValues(0.5, 7, { first: 0, count: 4 }),
    );
    expect(() => correlatedValues(0, 1, { first: 0, count: 1 })).toThrow("SNR 0: it must be above 0");
  });
});

describe("estimateCorrelation", () => {
  it("is the sample's correlation coefficient", () => {
    // One round by hand: Σ(x − 2.5)(y − 3)/√(5·14) = 7/√70. Three rounds give the same.
    const thrice = (round: number[]) => [...round, ...round, ...round];
    const { correlation, values, snr } = estimateCorrelation(thrice([1, 2, 3, 4]), thrice([1, 3, 2, 6]));
    expect(correlation).toBeCloseTo(7 / Math.sqrt(70), 14);
    expect(values).toBe(12);
    expect(snr).toBeCloseTo(0.7 / 0.3, 12);
  });

  it("has the SNR in its interval about 95 times of 100, and finds it", () => {
    let inside = 0;
    const runs = 200;
    let sum = 0;
    for (let seed = 0; seed < runs; seed++) {
      const { x, y } = correlatedValues(0.161, seed, { first: 0, count: 2000 });
      const { snr, snrLow, snrHigh } = estimateCorrelation(x, y);
      expect(snrLow).toBeLessThan(snr);
      expect(snrHigh).toBeGreaterThan(snr);
      if (snrLow < 0.161 && 0.161 < snrHigh) inside++;
      sum += snr;
    }
    // 5 standard deviations of a binomial count with p = 0.95.
    expect(Math.abs(inside - 190)).toBeLessThan(16);
    expect(sum / runs).toBeCloseTo(0.161, 2);
  });

  it("refuses values without a visible correlation", () => {
    const { x, y } = correlatedValues(0.161, 1, { first: 0, count: 500 });
    expect(() =>
      estimateCorrelation(
        x.map((value) => -value),
        y,
      ),
    ).toThrow(/^the correlation of 500 pairs is -0\.\d+: it is not significantly positive/);
    const other = correlatedValues(0.161, 2, { first: 0, count: 500 });
    expect(() => estimateCorrelation(other.x, y)).toThrow("it is not significantly positive");
    expect(() => estimateCorrelation(x, y.subarray(1))).toThrow("500 and 499 values");
    expect(() => estimateCorrelation([1, 2], [1, 3])).toThrow("2 pairs of values");
    expect(() => estimateCorrelation([1, 1, 1, 1], [1, 2, 3, 4])).toThrow("do not vary");
    for (const snr of [0, -1, Number.NaN]) expect(() => correlationOf(snr)).toThrow(`SNR ${snr}: it must be above 0`);
  });
});

describe("ditherValues", () => {
  const random = randomNumbers(1);
  const fill = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * random());
  };

  it("adds triangular noise of variance step²/6", () => {
    const step = 0.25;
    const values = new Float32Array(60_000);
    ditherValues(values, step, fill);
    expect(Math.max(...values.subarray(0, 30_000))).toBeLessThan(step);
    expect(Math.min(...values.subarray(0, 30_000))).toBeGreaterThan(-step);
    expect(Math.abs(mean(values))).toBeLessThan(5 * step * Math.sqrt(1 / 6 / values.length));
    expect(mean(product(values, values)) / step ** 2).toBeCloseTo(1 / 6, 2);
    // In a triangular distribution 3/4 of the values are within half a step.
    const inner = values.filter((value) => Math.abs(value) < step / 2).length / values.length;
    expect(Math.abs(inner - 0.75)).toBeLessThan(5 * Math.sqrt(3 / 16 / values.length));
  });

  it("leaves no trace of the steps", () => {
    // The characteristic function of integers is 1 at 2π. With dither it must vanish.
    const values = Float32Array.from({ length: 60_000 }, () => Math.floor(20 * random()));
    ditherValues(values, 1, fill);
    const bound = 5 * Math.sqrt(1 / 2 / values.length);
    for (const frequency of [1, 2, 3]) {
      for (const wave of [Math.cos, Math.sin]) {
        expect(Math.abs(mean(Array.from(values, (value) => wave(2 * Math.PI * frequency * value))))).toBeLessThan(
          bound,
        );
      }
    }
    expect(() => ditherValues(values, 0)).toThrow("step 0");
  });
});
