import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import {
  binaryEntropy,
  eveIgnorance,
  idealKeyFraction,
  reconciliationEfficiency,
  secretKeyBits,
  secretKeyFraction,
} from "../../../src/reconciliation/core/secret-key.ts";

/** Table 1 of Mink and Nakassis as printed: QBER in %, h, 1 − 2h, g·h, 1 − h − g·h. */
const TABLE_1 = [
  ["1.0", "0.080793", "0.838414", "0.2", "0.719206864"],
  ["2.0", "0.141441", "0.717119", "0.2", "0.658559457"],
  ["3.0", "0.194392", "0.611216", "0.333", "0.472608142"],
  ["4.0", "0.242292", "0.515416", "0.333", "0.424707811"],
  ["5.0", "0.286397", "0.427206", "0.5", "0.213603043"],
  ["6.0", "0.327445", "0.34511", "0.5", "0.172555081"],
  ["7.0", "0.365924", "0.268153", "0.5", "0.134076349"],
  ["8.0", "0.402179", "0.195642", "0.5", "0.09782081"],
  ["9.0", "0.43647", "0.12706", "0.666", "-0.102469817"],
  ["10.0", "0.468996", "0.062009", "0.666", "-0.134995594"],
  ["11.0", "0.499916", "0.000168", "0.666", "-0.165915958"],
];

/** A number with the paper's decimals, which omit trailing zeros. */
function asPrinted(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

describe("Table 1 of Mink and Nakassis", () => {
  it.each(TABLE_1)("QBER %s %%: all printed decimals", (percent, h, ideal, leakage, fraction) => {
    const qber = Number(percent) / 100;
    expect(asPrinted(binaryEntropy(qber), 6)).toBe(h);
    expect(asPrinted(idealKeyFraction(qber), 6)).toBe(ideal);
    expect(asPrinted(secretKeyFraction(qber, Number(leakage)), 9)).toBe(fraction);
  });
});

describe("binaryEntropy", () => {
  it("is 1 at one half, 0 at both ends and symmetric", () => {
    expect(binaryEntropy(0.5)).toBe(1);
    expect([binaryEntropy(0), binaryEntropy(1)]).toEqual([0, 0]);
    for (const p of [1e-9, 0.01, 0.11, 0.3]) expect(binaryEntropy(1 - p)).toBeCloseTo(binaryEntropy(p), 7);
  });

  it("keeps its digits where p is small: h(p) = p·log2(e/p) − p²·log2(e)/2 − …", () => {
    const p = 1e-12;
    const expected = p * (Math.log2(Math.E) - Math.log2(p));
    expect(binaryEntropy(p) / expected).toBeCloseTo(1, 11);
  });

  it.each([-0.01, 1.01, Number.NaN])("refuses %s", (p) => {
    expect(() => binaryEntropy(p)).toThrow(InputError);
  });
});

describe("secretKeyBits", () => {
  it("is the simplified fraction of N where f, V and C are 0", () => {
    const all = { siftedBits: 1e6, ignorance: eveIgnorance(0.03), leakage: 1 / 3 };
    expect(secretKeyBits(all)).toBeCloseTo(1e6 * secretKeyFraction(0.03, 1 / 3), 6);
  });

  it("takes the sacrificed bits first, then C, then the failed blocks", () => {
    // (1 − 0.1)·((1000 − 200)·(0.75 − 0.25) − 64) = 0.9·336
    expect(
      secretKeyBits({
        siftedBits: 1000,
        sacrificedBits: 200,
        failureRate: 0.1,
        ignorance: 0.75,
        leakage: 0.25,
        fixedBits: 64,
      }),
    ).toBeCloseTo(302.4, 9);
  });

  it("is negative where more leaks than Eve lacks", () => {
    expect(secretKeyBits({ siftedBits: 1000, ignorance: eveIgnorance(0.11), leakage: 2 / 3 })).toBeLessThan(0);
  });

  it("refuses failure rates and sacrifices that cannot be", () => {
    const all = { siftedBits: 1000, ignorance: 1, leakage: 0 };
    expect(() => secretKeyBits({ ...all, failureRate: 1.1 })).toThrow("failure rate 1.1");
    expect(() => secretKeyBits({ ...all, sacrificedBits: 1001 })).toThrow("1001 sacrificed bits of 1000");
    expect(() => secretKeyBits({ ...all, sacrificedBits: -1 })).toThrow(InputError);
  });
});

describe("reconciliationEfficiency", () => {
  it("is the leaked share over the entropy", () => {
    // DVB-S2 5/6 at 2 %: 10800 checks and 54000 bits.
    expect(reconciliationEfficiency(10800, 54000, 0.02)).toBeCloseTo(1.41402, 4);
    expect(reconciliationEfficiency(21600, 43200, 0.07)).toBeCloseTo(1.3664, 4);
  });

  it("is infinite without errors, and refuses blocks without bits", () => {
    expect(reconciliationEfficiency(10, 100, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(() => reconciliationEfficiency(10, 0, 0.02)).toThrow("0 key bits");
    expect(() => reconciliationEfficiency(-1, 10, 0.02)).toThrow(InputError);
  });
});
