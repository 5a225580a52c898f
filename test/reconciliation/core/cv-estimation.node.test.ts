import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import {
  chiSquareLowerQuantile,
  type DisclosedPairs,
  estimateLink,
  type LinkEstimate,
  PairSums,
} from "../../../src/reconciliation/core/estimation.ts";
import { chiSquareQuantile, worstCaseOf } from "../../oracle/reconciliation/cv-link.ts";
import { gaussianNumbers } from "../../simulation/random.ts";

const CALIBRATION = { modulationVariance: 4, detectorEfficiency: 0.6, electronicNoise: 0.04 };

/** Pairs over a link, with offsets. */
function drawn(pairs: number, t: number, xi: number, gaussian: () => number): { x: number[]; y: number[] } {
  const slope = Math.sqrt(0.6 * t);
  const deviation = Math.sqrt(1 + 0.04 + 0.6 * t * xi);
  const x = Array.from({ length: pairs }, () => 3 + 2 * gaussian());
  return { x, y: x.map((value) => slope * value - 5 + deviation * gaussian()) };
}

function sumsOf({ x, y }: { x: number[]; y: number[] }): DisclosedPairs {
  const sums = new PairSums();
  sums.add(x, y);
  return sums.about;
}

describe("estimateLink", () => {
  it.each([0.05, 0.2])(
    "has the true T and ξ within its worst cases at least 1 − ε_PE of the time, ε_PE %f",
    (failure) => {
      const gaussian = gaussianNumbers(91);
      const trials = 1000;
      let [tooHigh, tooQuiet, either, tooHighAlone] = [0, 0, 0, 0];
      for (let i = 0; i < trials; i++) {
        // Many links with 100 to 600 pairs.
        const [t, xi] = [0.3 + 0.5 * Math.abs(Math.sin(i)), 0.2 + 0.1 * Math.cos(i)];
        const sums = sumsOf(drawn(100 + (i % 6) * 100, t, xi, gaussian));
        let found: LinkEstimate | undefined;
        try {
          found = estimateLink(sums, CALIBRATION, failure);
        } catch (error) {
          // Noise estimated below the vacuum's, or T above 1, is an error too. T that may be 0 is safe.
          if (!(error instanceof InputError)) throw error;
          if (!error.message.includes("transmittance of 0")) either++;
          continue;
        }
        const { worst } = found;
        if (worst.transmittance > t) tooHigh++;
        if (worst.excessNoise < xi) tooQuiet++;
        if (worst.transmittance > t || worst.excessNoise < xi) either++;
        if (found.transmittance > t) tooHighAlone++;
      }
      // Five standard deviations.
      const most = trials * failure + 5 * Math.sqrt(trials * failure * (1 - failure));
      expect(either).toBeLessThan(most);
      expect(tooHigh).toBeLessThan(most / 2 + 10);
      expect(tooQuiet).toBeLessThan(most);
      // The bound is not much safer than it claims, and the estimate itself is near the middle.
      expect(tooHigh).toBeGreaterThan(trials * failure * 0.1);
      expect(Math.abs(tooHighAlone / trials - 0.5)).toBeLessThan(2.5 / Math.sqrt(trials));
    },
  );

  it("equals the definitions in float64", () => {
    const gaussian = gaussianNumbers(5);
    for (const [pairs, failure, scaledBy] of [
      [100, 0.05, undefined],
      [999, 1e-3, 4000],
      [2000, 1e-10, 20_000],
    ] as const) {
      const { x, y } = drawn(pairs, 0.9, 0.1, gaussian);
      const found = estimateLink(sumsOf({ x, y }), { ...CALIBRATION, scaledBy }, failure);
      const expected = worstCaseOf(x, y, { efficiency: 0.6, electronic: 0.04, failure, scaledBy });
      for (const [value, other] of [
        [found.transmittance, expected.transmittance],
        [found.excessNoise, expected.excessNoise],
        [found.worst.transmittance, expected.leastTransmittance],
        [found.worst.excessNoise, expected.mostExcessNoise],
      ]) {
        expect(Math.abs(value / other - 1)).toBeLessThan(1e-9);
      }
      expect(found.worst).toMatchObject(CALIBRATION);
      expect(Object.keys(found.worst)).not.toContain("scaledBy");
    }
  });

  it("comes to the link itself with many pairs, and is worse with a smaller ε or an unknown scale", () => {
    // Expected sums for this number of pairs.
    const slope = Math.sqrt(0.6 * 0.3);
    const variance = 4 * slope ** 2 + 1.04 + 0.6 * 0.3 * 0.02;
    const sums = (pairs: number) => ({ pairs, xx: 4 * pairs, xy: 4 * slope * pairs, yy: variance * pairs });
    const { worst } = estimateLink(sums(1e9), CALIBRATION, 1e-10);
    expect(worst.transmittance).toBeCloseTo(0.3, 3);
    expect(worst.excessNoise).toBeCloseTo(0.02, 2);
    const [loose, tight] = [1e-3, 1e-10].map((failure) => estimateLink(sums(1e6), CALIBRATION, failure).worst);
    expect(tight.transmittance).toBeLessThan(loose.transmittance);
    expect(tight.excessNoise).toBeGreaterThan(loose.excessNoise);
    const scaled = estimateLink(sums(1e6), { ...CALIBRATION, scaledBy: 2e6 }, 1e-10).worst;
    expect(scaled.transmittance).toBeLessThan(tight.transmittance);
    // 6.467 standard deviations on one side for T and for σ², by the normal approximation.
    const noise = (1.04 + 0.6 * 0.3 * 0.02) * (1 + 6.466951 * Math.sqrt(2 / 1e6));
    expect(tight.transmittance).toBeCloseTo((slope - 6.466951 * Math.sqrt(noise / 4e6)) ** 2 / 0.6, 6);
    expect(tight.excessNoise * 0.6 * tight.transmittance + 1.04).toBeCloseTo(noise, 3);
  });

  it("refuses sums without information, and sums of no possible link", () => {
    const sums = { pairs: 1000, xx: 4000, xy: 100, yy: 2000 };
    const found = (changed: object, calibration: object = {}, failure = 1e-10) =>
      estimateLink({ ...sums, ...changed }, { ...CALIBRATION, ...calibration }, failure);
    expect(() => found({})).toThrow("leave a transmittance of 0 possible at ε_PE 1e-10");
    expect(() => found({ pairs: 99 })).toThrow("99 disclosed values");
    for (const changed of [{ xx: 0 }, { yy: Number.POSITIVE_INFINITY }, { xy: Number.NaN }]) {
      expect(() => found(changed)).toThrow("do not vary");
    }
    for (const failure of [0, 1, Number.NaN]) expect(() => found({}, {}, failure)).toThrow("ε_PE");
    expect(() => found({}, { detectorEfficiency: 0 })).toThrow("detector efficiency");
    expect(() => found({}, { electronicNoise: -1 })).toThrow("electronic noise");
    expect(() => found({}, { modulationVariance: 0 })).toThrow("modulation variance");
    expect(() => found({}, { scaledBy: 7 })).toThrow("scaled by 7");
    // A wrong unit.
    expect(() => found({ xy: 2000, yy: 1400 })).toThrow("is less than the 1.04 of vacuum and electronics");
    expect(() => found({ xy: 8000, yy: 17_500 })).toThrow("have a transmittance of");
  });
});

describe("chiSquareLowerQuantile", () => {
  it.each([
    [98, 0.025],
    [99, 0.4],
    [1000, 5e-11],
    [5001, 1e-6],
  ])("of %i degrees of freedom has %f below it", (freedom, probability) => {
    const exact = chiSquareQuantile(freedom, probability);
    expect(Math.abs(chiSquareLowerQuantile(freedom, probability) / exact - 1)).toBeLessThan(1e-9);
  });

  it("is of a published table, and of very many degrees nearly the normal one", () => {
    expect(chiSquareLowerQuantile(100, 0.025)).toBeCloseTo(74.222, 3);
    expect(chiSquareLowerQuantile(100, 0.01)).toBeCloseTo(70.065, 3);
    const freedom = 1e9;
    const deviations = (chiSquareLowerQuantile(freedom, 5e-11) - freedom) / Math.sqrt(2 * freedom);
    expect(deviations).toBeCloseTo(-6.466951, 2);
  });
});
