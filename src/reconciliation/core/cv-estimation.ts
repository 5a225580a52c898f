import { normalUpperTail } from "../../channel/gaussian.ts";
import { InputError } from "../../errors.ts";
import { chiSquareLowerQuantile } from "./chi-square.ts";
import type { CvLink } from "./cv-secret-key.ts";

/**
 * Sums over disclosed pairs of values: x is Alice's modulation, y Bob's homodyne result, in shot-noise units if T and ξ
 * are to be estimated.
 */
export interface DisclosedPairs {
  /** m: pairs. */
  readonly pairs: number;
  /**
   * Σ(x − x̄)², Σ(x − x̄)(y − ȳ) and Σ(y − ȳ)²: over these pairs alone, so that they reveal nothing about other values.
   */
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** Calibrated parameters, which are not estimated. */
export interface Calibration extends Pick<CvLink, "modulationVariance" | "detectorEfficiency" | "electronicNoise"> {
  /** N: values of x whose sample variance was taken for V_A when x was scaled; left out if the scale of x is known. */
  readonly scaledBy?: number;
}

/** A link as estimated from disclosed values. */
export interface LinkEstimate {
  /** T and ξ, the likeliest values; noise of the sample may take ξ below 0 and T above 1. */
  readonly transmittance: number;
  readonly excessNoise: number;
  /** The least T and the largest ξ that are possible except with probability ε_PE. */
  readonly worst: CvLink;
}

/** Fewer pairs would bound the link too loosely for a key. */
const FEWEST_PAIRS = 100;

/**
 * Estimates a link from disclosed values by regression: y = t·x + c + z, t² = η·T, z Gaussian with variance σ² = 1 + v_el + η·T·ξ, t̂ =
 * Sxy/Sxx, R = Syy − Sxy²/Sxx, R/σ² a χ² variable of m − 2 degrees of freedom. With probability 1 − ε_PE at least both of
 *
 * σ² ≤ σ²_max = R/q, q the ε_PE/2 quantile of that χ² variable, and t ≥ t_min = t̂ − w·√(σ²_max/Sxx + t̂²/2N), Q(w) = ε_PE/2,
 *
 * so T ≥ t_min²/η and ξ ≤ (σ²_max − 1 − v_el)/t_min². It is the estimate of A. Leverrier, F. Grosshans, P. Grangier, "Finite-size analysis of
 * a continuous-variable quantum key distribution" (Phys. Rev. A 81, 062343, 2010, section III; L. Ruppert, V. C. Usenko, R. Filip, Phys.
 * Rev. A 90, 062310, 2014, has variances of the same estimators) with three things made strict: the χ² quantile instead of the normal one, which is too small
 * for the tiny ε_PE of a key; σ²_max instead of the estimate in t_min, so that both hold together by the union bound; and, to first
 * order, the error of the scale of x where the sample variance of N values was taken for V_A. That calibrated V_A, η, v_el and the
 * shot-noise unit are wrong is not in it.
 * @param failure ε_PE, between 0 and 1.
 * @throws InputError for fewer than 100 pairs, values that do not vary, an ε_PE or calibration that there cannot be, if T may be 0, and if
 * T must be above 1 or the noise below that of the vacuum, which only a wrong calibration makes.
 * @example estimateLink({ pairs: 1e6, xx: 4e6, xy: 1.2e6, yy: 1.4e6 }, { modulationVariance: 4, detectorEfficiency: 0.6, electronicNoise: 0.01 }, 1e-10).worst
 */
export function estimateLink(sums: DisclosedPairs, calibration: Calibration, failure: number): LinkEstimate {
  const { pairs, xx, xy, yy } = sums;
  const { scaledBy, ...calibrated } = calibration;
  requireSums(sums);
  requireCalibration(calibration);
  if (!(failure > 0 && failure < 1)) throw new InputError(`ε_PE ${failure}: it must be above 0 and below 1`);
  const { detectorEfficiency, electronicNoise } = calibrated;
  const vacuum = 1 + electronicNoise;
  const slope = xy / xx;
  const residual = Math.max(0, yy - slope * xy);
  const noise = residual / (pairs - 2);
  const most = residual / chiSquareLowerQuantile(pairs - 2, failure / 2);
  const scale = scaledBy === undefined ? 0 : slope ** 2 / (2 * scaledBy);
  const least = slope - normalQuantile(failure / 2) * Math.sqrt(most / xx + scale);
  if (!(least > 0)) {
    throw new InputError(
      `${pairs} disclosed values leave a transmittance of 0 possible at ε_PE ${failure}: no key can be secret, disclose more of other data`,
    );
  }
  if (most < vacuum) {
    throw new InputError(
      `the noise of the disclosed values, ${most.toPrecision(4)} at most in shot-noise units, is less than the ${vacuum} of vacuum and electronics: shot noise or electronic noise is calibrated wrong`,
    );
  }
  const transmittance = least ** 2 / detectorEfficiency;
  if (transmittance > 1) {
    throw new InputError(
      `the disclosed values have a transmittance of ${transmittance.toPrecision(4)} at least: modulation variance, shot noise or detector efficiency is calibrated wrong`,
    );
  }
  return {
    transmittance: slope ** 2 / detectorEfficiency,
    excessNoise: (noise - vacuum) / slope ** 2,
    worst: { ...calibrated, transmittance, excessNoise: (most - vacuum) / least ** 2 },
  };
}

function requireSums({ pairs, xx, xy, yy }: DisclosedPairs): void {
  if (!(Number.isInteger(pairs) && pairs >= FEWEST_PAIRS)) {
    throw new InputError(`${pairs} disclosed values: a link is estimated from ${FEWEST_PAIRS} or more`);
  }
  if (!(xx > 0 && yy > 0 && Number.isFinite(xx + xy + yy))) throw new InputError("the disclosed values do not vary");
}

function requireCalibration({ modulationVariance, detectorEfficiency, electronicNoise, scaledBy }: Calibration): void {
  if (!(modulationVariance > 0 && Number.isFinite(modulationVariance))) {
    throw new InputError(`a modulation variance of ${modulationVariance}: give a number above 0`);
  }
  if (!(detectorEfficiency > 0 && detectorEfficiency <= 1)) {
    throw new InputError(`a detector efficiency of ${detectorEfficiency}: give a number above 0, at most 1`);
  }
  if (!(electronicNoise >= 0 && Number.isFinite(electronicNoise))) {
    throw new InputError(`an electronic noise of ${electronicNoise}: give 0 or more`);
  }
  if (scaledBy !== undefined && !(Number.isInteger(scaledBy) && scaledBy >= FEWEST_PAIRS)) {
    throw new InputError(`x scaled by ${scaledBy} values: give ${FEWEST_PAIRS} or more`);
  }
}

/** w with Q(w) = p, p below 1/2. */
function normalQuantile(probability: number): number {
  let [low, high] = [0, 40];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (normalUpperTail(middle) > probability) low = middle;
    else high = middle;
  }
  return high;
}
