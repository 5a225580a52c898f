import { normalUpperTail } from "../channel/gaussian.ts";
import { InputError } from "../errors.ts";
import type { CvLink } from "./cv-secret-key.ts";

/** What both ends know of disclosed pairs of values, in shot-noise units: x is Alice's modulation, y Bob's homodyne result. */
export interface DisclosedPairs {
  /** m: pairs. */
  readonly pairs: number;
  /** Σx², Σxy and Σy². */
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** What is calibrated and not estimated. */
export type Calibration = Pick<CvLink, "modulationVariance" | "detectorEfficiency" | "electronicNoise">;

/**
 * The worst link that disclosed values leave possible: y = t·x + z with t² = η·T and variance σ² = 1 + v_el + η·T·ξ of z, estimated by
 * t̂ = Σxy/Σx² and σ̂² = Σ(y − t̂·x)²/m. With probability 1 − ε_PE, t ≥ t̂ − w·√(σ̂²/Σx²) and σ² ≤ σ̂²·(1 + w·√(2/m)), w the two-sided
 * quantile of the normal distribution, 2·Q(w) = ε_PE (A. Leverrier, F. Grosshans, P. Grangier, "Finite-size analysis of a
 * continuous-variable quantum key distribution", Phys. Rev. A 81, 062343, 2010, section III). T is that of the least t, ξ that of
 * the least t and the largest σ².
 * @param failure ε_PE, between 0 and 1.
 * @throws InputError for fewer than 100 pairs, where the normal approximation says nothing, values that do not vary, an ε_PE or calibration
 * that there cannot be, and if no transmittance above 0 is left.
 */
export function worstCaseLink(
  { pairs, xx, xy, yy }: DisclosedPairs,
  calibration: Calibration,
  failure: number,
): CvLink {
  const { detectorEfficiency, electronicNoise } = calibration;
  if (!(Number.isInteger(pairs) && pairs >= 100)) throw new InputError(`${pairs} pairs of values: give 100 or more`);
  if (!(xx > 0 && yy > 0 && Number.isFinite(xx + xy + yy))) throw new InputError("the values do not vary");
  if (!(detectorEfficiency > 0 && detectorEfficiency <= 1)) {
    throw new InputError(`a detector efficiency of ${detectorEfficiency}: give a number above 0, at most 1`);
  }
  const width = twoSidedQuantile(failure);
  const slope = xy / xx;
  // Σ(y − t̂x)² = Σy² − t̂·Σxy.
  const noise = Math.max(0, yy - slope * xy) / pairs;
  const least = slope - width * Math.sqrt(noise / xx);
  if (!(least > 0)) {
    throw new InputError(`${pairs} pairs of values leave a transmittance of 0 possible: disclose more of them`);
  }
  const most = noise * (1 + width * Math.sqrt(2 / pairs));
  return {
    ...calibration,
    transmittance: Math.min(1, least ** 2 / detectorEfficiency),
    excessNoise: Math.max(0, (most - 1 - electronicNoise) / least ** 2),
  };
}

/** w with 2·Q(w) = ε. @throws InputError if ε is not between 0 and 1. */
function twoSidedQuantile(failure: number): number {
  if (!(failure > 0 && failure < 1)) throw new InputError(`ε_PE ${failure}: it is above 0 and below 1`);
  let [low, high] = [0, 40];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (2 * normalUpperTail(middle) > failure) low = middle;
    else high = middle;
  }
  return high;
}
