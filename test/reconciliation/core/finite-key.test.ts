import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  binaryEntropy,
  finiteCvKeyBits,
  finiteKeyBits,
  holevoInformation,
  phaseErrorBound,
} from "../../../src/reconciliation/core/secret-key.ts";

const KEY = {
  siftedBits: 1e6,
  keptBits: 900_000,
  leakedBits: 200_000,
  secrecy: 1e-10,
  phaseErrors: { rate: 0.02, sample: 50_000 },
};

describe("finiteKeyBits", () => {
  /** Rows of Table II: n, Q, r, p, Q_tol, ε_rob; the paper's column p_x is 1 − p. Security rate ε/ℓ = 1e-14. */
  const TABLE_II = [
    [1e4, 0.01, 0.117, 0.618, 0.0248, 0.023],
    [1e4, 0.025, 0.068, 0.57, 0.0378, 0.03],
    [1e5, 0.01, 0.304, 0.78, 0.0214, 0.008],
    [1e5, 0.025, 0.215, 0.767, 0.0358, 0.01],
    [1e6, 0.01, 0.478, 0.875, 0.0173, 0.006],
    [1e6, 0.025, 0.357, 0.863, 0.0321, 0.007],
  ] as const;

  /** Expected secret key rate (eq. 3) of a row by `finiteKeyBits`, with 1.1·n·h(corrected) bits of error correction. */
  function rateOf([n, , , p, tolerated, aborted]: (typeof TABLE_II)[number], corrected: number): number {
    const sample = Math.round(n * ((1 - p) / p) ** 2);
    let bits = n / 2;
    for (let pass = 0; pass < 20; pass++) {
      const secrecy = 0.99e-14 * bits;
      const leakedBits = 1.1 * n * binaryEntropy(corrected) + Math.log2(2 / (0.01e-14 * bits));
      const phaseErrors = { rate: tolerated, sample };
      bits = finiteKeyBits({ siftedBits: n, keptBits: n, leakedBits, secrecy, phaseErrors });
    }
    return ((1 - aborted) * bits * p * p) / n;
  }

  it("is never above Table II of Tomamichel et al., with the leakage at Q_tol as their text has it", () => {
    for (const row of TABLE_II) {
      expect(rateOf(row, row[4])).toBeLessThan(row[2]);
      expect(rateOf(row, row[4])).toBeGreaterThan(0.85 * row[2]);
    }
  });

  it("has Table II's rates at n = 1e6 to the last digit, with the leakage at Q", () => {
    for (const row of TABLE_II.slice(4)) expect(rateOf(row, row[1]).toFixed(3)).toBe(row[2].toFixed(3));
  });

  it("takes a bound of phase errors that Serfling's inequality exceeds with (ε_sec/4)²", () => {
    const [n, k] = [1e6, 50_000];
    const excess = phaseErrorBound(KEY.phaseErrors, n, 1e-10) - KEY.phaseErrors.rate;
    const logarithm = (-2 * n * k ** 2 * excess ** 2) / ((n + k) * (k + 1));
    expect(logarithm).toBeCloseTo(2 * Math.log(1e-10 / 4), 9);
  });

  it("goes to the asymptotic length per bit where all is large", () => {
    const scale = 1e12;
    const bits = finiteKeyBits({
      siftedBits: scale,
      keptBits: scale,
      leakedBits: 0.3 * scale,
      secrecy: 1e-10,
      phaseErrors: { rate: 0.03, sample: scale },
    });
    expect(bits / scale).toBeCloseTo(1 - binaryEntropy(0.03) - 0.3, 4);
  });

  it("takes all phase errors to be in the kept bits", () => {
    // 6 % of all bits are 12 % of one half.
    const half = { siftedBits: 2e6, keptBits: 1e6, leakedBits: 0, secrecy: 0.5, phaseErrors: { rate: 0.06 } };
    expect(finiteKeyBits(half)).toBe(Math.floor(1e6 * (1 - binaryEntropy(0.12)) - 2));
    expect(finiteKeyBits({ ...half, phaseErrors: { rate: 0.25 } })).toBe(0);
    expect(finiteKeyBits({ ...half, keptBits: 0 })).toBe(0);
  });

  it("is never more with more errors, more disclosed or fewer bits measured", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.integer({ min: 1, max: 1e6 }), (a, b, sample) => {
        const [low, high] = [Math.min(a, b) / 4000, Math.max(a, b) / 4000];
        const of = (rate: number, k: number, leakedBits = 1000) =>
          finiteKeyBits({ ...KEY, leakedBits, phaseErrors: { rate, sample: k } });
        expect(of(high, sample)).toBeLessThanOrEqual(of(low, sample));
        expect(of(low, sample)).toBeLessThanOrEqual(of(low, 2 * sample));
        expect(of(low, sample, 5000)).toBeLessThanOrEqual(of(low, sample));
        expect(of(low, sample)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("refuses numbers that are no rate, sample or ε", () => {
    expect(() => finiteKeyBits({ ...KEY, phaseErrors: { rate: 0.6 } })).toThrow("a phase error rate of 0.6");
    expect(() => finiteKeyBits({ ...KEY, phaseErrors: { rate: 0.1, sample: 0 } })).toThrow("a sample of 0 bits");
    for (const secrecy of [0, 1, Number.NaN]) expect(() => finiteKeyBits({ ...KEY, secrecy })).toThrow("ε_sec");
  });
});

describe("finiteCvKeyBits", () => {
  const link = {
    modulationVariance: 2,
    transmittance: 0.5,
    excessNoise: 0.005,
    detectorEfficiency: 0.606,
    electronicNoise: 0.041,
  };
  const key = { values: 1e7, keptBits: 9e6, leakedBits: 1e6, link, detector: "trusted" as const, secrecy: 1e-10 };

  it("is Leverrier et al.'s, with Eve's information and the smoothing of all values", () => {
    const smoothing = 7 * Math.sqrt(1e7 * Math.log2(4e10));
    const known = 1e6 + 1e7 * holevoInformation(link, "trusted");
    expect(finiteCvKeyBits(key)).toBe(Math.floor(9e6 - known - smoothing - 2 * Math.log2(2e10)));
  });

  it("is less with more noise, and 0 where nothing is left", () => {
    const noisy = { ...key, link: { ...link, excessNoise: 0.05 } };
    expect(finiteCvKeyBits(noisy)).toBeLessThan(finiteCvKeyBits(key));
    expect(finiteCvKeyBits({ ...key, detector: "untrusted" })).toBeLessThan(finiteCvKeyBits(key));
    expect(finiteCvKeyBits({ ...key, keptBits: 1e6 })).toBe(0);
    expect(() => finiteCvKeyBits({ ...key, secrecy: 2 })).toThrow("ε_sec 2");
  });
});
