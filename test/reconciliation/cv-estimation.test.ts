import { describe, expect, it } from "vitest";
import { type DisclosedPairs, worstCaseLink } from "../../src/reconciliation/cv-estimation.ts";
import { gaussianNumbers } from "../simulation/random.ts";

const CALIBRATION = { modulationVariance: 4, detectorEfficiency: 0.6, electronicNoise: 0.04 };
const [T, XI] = [0.3, 0.02];

/** Pairs over a link of transmittance T and excess noise XI. */
function disclosed(pairs: number, gaussian: () => number): DisclosedPairs {
  const slope = Math.sqrt(0.6 * T);
  const deviation = Math.sqrt(1 + 0.04 + 0.6 * T * XI);
  const sums = { xx: 0, xy: 0, yy: 0 };
  for (let i = 0; i < pairs; i++) {
    const x = 2 * gaussian();
    const y = slope * x + deviation * gaussian();
    sums.xx += x * x;
    sums.xy += x * y;
    sums.yy += y * y;
  }
  return { pairs, ...sums };
}

describe("worstCaseLink", () => {
  it("is on the safe side as often as it says", () => {
    const gaussian = gaussianNumbers(91);
    const failure = 0.1;
    const trials = 2000;
    let [low, noisy] = [0, 0];
    for (let i = 0; i < trials; i++) {
      const link = worstCaseLink(disclosed(1000, gaussian), CALIBRATION, failure);
      if (link.transmittance > T) low++;
      // Largest σ² and least t together.
      if (link.excessNoise < XI) noisy++;
    }
    // Either bound fails on one side only, with half of ε_PE; five standard deviations.
    const most = trials * (failure / 2) + 5 * Math.sqrt(trials * 0.05 * 0.95);
    expect(low).toBeLessThan(most);
    expect(low).toBeGreaterThan(trials * 0.05 - 5 * Math.sqrt(trials * 0.05 * 0.95));
    expect(noisy).toBeLessThan(most);
  });

  it("comes to the link itself with many pairs, and is worse with a smaller ε", () => {
    // Sums as they are expected of so many pairs.
    const pairs = 1e14;
    const slope = Math.sqrt(0.6 * T);
    const variance = 4 * slope ** 2 + 1.04 + 0.6 * T * XI;
    const sums = { pairs, xx: 4 * pairs, xy: 4 * slope * pairs, yy: variance * pairs };
    const link = worstCaseLink(sums, CALIBRATION, 1e-10);
    expect(link).toMatchObject(CALIBRATION);
    expect(link.transmittance).toBeCloseTo(T, 5);
    expect(link.excessNoise).toBeCloseTo(XI, 4);
    const few = { pairs: 1e6, xx: 4e6, xy: 4e6 * slope, yy: variance * 1e6 };
    const [loose, tight] = [1e-3, 1e-10].map((failure) => worstCaseLink(few, CALIBRATION, failure));
    expect(tight.transmittance).toBeLessThan(loose.transmittance);
    expect(tight.excessNoise).toBeGreaterThan(loose.excessNoise);
    // 6.467 standard deviations leave 1e-10 on both sides.
    const expected = (slope - 6.466951 * Math.sqrt((1.04 + 0.6 * T * XI) / 4e6)) ** 2 / 0.6;
    expect(tight.transmittance).toBeCloseTo(expected, 8);
  });

  it("refuses what tells nothing", () => {
    const sums = { pairs: 1000, xx: 4000, xy: 100, yy: 2000 };
    expect(() => worstCaseLink(sums, CALIBRATION, 1e-10)).toThrow("leave a transmittance of 0 possible");
    expect(() => worstCaseLink({ ...sums, pairs: 99 }, CALIBRATION, 0.1)).toThrow("99 pairs of values");
    expect(() => worstCaseLink({ ...sums, xx: 0 }, CALIBRATION, 0.1)).toThrow("do not vary");
    for (const failure of [0, 1, Number.NaN]) expect(() => worstCaseLink(sums, CALIBRATION, failure)).toThrow("ε_PE");
    expect(() => worstCaseLink(sums, { ...CALIBRATION, detectorEfficiency: 0 }, 0.1)).toThrow("detector efficiency");
  });
});
