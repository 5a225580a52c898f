import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatDuration,
  formatInterval,
  formatNumber,
  formatProbability,
  formatQuantity,
  formatRate,
} from "../../src/report/format.ts";
import { randomNumbers } from "../simulation/random.ts";

describe("number formatting", () => {
  it("writes rates in three digits and power-of-ten form", () => {
    expect(formatRate(0.0024)).toBe("2.40e-3");
    expect(formatRate(1)).toBe("1.00e+0");
    expect(formatRate(0)).toBe("0");
    expect(formatRate(Number.NaN)).toBe("–");
    expect(formatInterval(0.0021, 0.00274)).toBe("[2.10e-3, 2.74e-3]");
  });

  it("groups thousands", () => {
    expect(formatCount(0)).toBe("0");
    expect(formatCount(999)).toBe("999");
    expect(formatCount(30000)).toBe("30,000");
    expect(formatCount(1234567)).toBe("1,234,567");
    expect(formatNumber(1259.6)).toBe("1,260");
    expect(formatNumber(0.012345)).toBe("0.0123");
    expect(formatNumber(-2.5)).toBe("-2.5");
  });

  it("writes numbers of every size as Intl does", () => {
    const random = randomNumbers(1);
    for (let i = 0; i < 2000; i++) {
      const value = (random() - 0.5) * 10 ** (60 * random() - 30);
      const digits = 1 + Math.floor(6 * random());
      const rounded = Number(value.toPrecision(digits));
      expect(formatNumber(value, digits)).toBe(rounded.toLocaleString("en-US", { maximumSignificantDigits: digits }));
    }
    expect([0, -0, 1, 999.5, 1e21, 1e-7, Number.NaN].map((value) => formatNumber(value))).toEqual([
      ...["0", "0", "1", "1,000", "1,000,000,000,000,000,000,000", "0.0000001", "–"],
    ]);
  });

  it("writes p-values shortly, and none as zero", () => {
    expect([0.123, 0.001, 0.00099, 1.7e-14, 0].map(formatProbability)).toEqual([
      ...["0.12", "0.001", "9.9e-4", "1.7e-14", "< 1e-300"],
    ]);
  });

  it("chooses the decimal prefix after rounding", () => {
    expect(formatQuantity(693500, "bit/s")).toBe("694 kbit/s");
    expect(formatQuantity(999900, "bit/s")).toBe("1 Mbit/s");
    expect(formatQuantity(2.06e9, "bit/s")).toBe("2.06 Gbit/s");
    expect(formatQuantity(43e-6, "s")).toBe("43 µs");
    expect(formatQuantity(0, "bit/s")).toBe("0 bit/s");
  });

  it("writes durations for people", () => {
    expect(formatDuration(0.4211)).toBe("0.42 s");
    expect(formatDuration(9.97)).toBe("10 s");
    expect(formatDuration(59.6)).toBe("1 min 00 s");
    expect(formatDuration(185)).toBe("3 min 05 s");
    expect(formatDuration(7620)).toBe("2 h 07 min");
    expect(formatDuration(Number.POSITIVE_INFINITY)).toBe("–");
  });
});
