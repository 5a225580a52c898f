import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holevoInformation } from "../../src/reconciliation/secret-key/cv-secret-key.ts";
import { finiteCvKeyBits, finiteKeyBits, phaseErrorBound } from "../../src/reconciliation/secret-key/finite-key.ts";
import { binaryEntropy } from "../../src/reconciliation/secret-key/secret-key.ts";

const KEY = {
  siftedBits: 1e6,
  keptBits: 900_000,
  publicBits: 200_000,
  secrecy: 1e-10,
  phaseErrors: { rate: 0.02, sample: 50_000 },
};

describe("finiteKeyBits", () => {
  it("is Tomamichel et al.'s formula, by numbers worked out apart", () => {
    expect(phaseErrorBound(KEY.phaseErrors, 1e6, 1e-10)).toBeCloseTo(0.02 + 0.02231835393347177, 12);
    expect(finiteKeyBits(KEY)).toBe(453_691);
  });

  it("goes to the asymptotic length per bit where all is large", () => {
    const scale = 1e12;
    const bits = finiteKeyBits({
      siftedBits: scale,
      keptBits: scale,
      publicBits: 0.3 * scale,
      secrecy: 1e-10,
      phaseErrors: { rate: 0.03, sample: scale },
    });
    expect(bits / scale).toBeCloseTo(1 - binaryEntropy(0.03) - 0.3, 4);
  });

  it("takes all phase errors to be in the kept bits", () => {
    // 6 % of all bits are 12 % of one half.
    const half = { siftedBits: 2e6, keptBits: 1e6, publicBits: 0, secrecy: 0.5, phaseErrors: { rate: 0.06 } };
    expect(finiteKeyBits(half)).toBe(Math.floor(1e6 * (1 - binaryEntropy(0.12)) - 2));
    expect(finiteKeyBits({ ...half, phaseErrors: { rate: 0.25 } })).toBe(0);
    expect(finiteKeyBits({ ...half, keptBits: 0 })).toBe(0);
  });

  it("is never more with more errors, more disclosed or fewer bits measured", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.integer({ min: 1, max: 1e6 }), (a, b, sample) => {
        const [low, high] = [Math.min(a, b) / 4000, Math.max(a, b) / 4000];
        const of = (rate: number, k: number, publicBits = 1000) =>
          finiteKeyBits({ ...KEY, publicBits, phaseErrors: { rate, sample: k } });
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
  const key = { values: 1e7, keptBits: 9e6, publicBits: 1e6, link, detector: "trusted" as const, secrecy: 1e-10 };

  it("is Leverrier et al.'s, with Eve's information about all values", () => {
    const smoothing = 7 * Math.sqrt(9e6 * Math.log2(4e10));
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
