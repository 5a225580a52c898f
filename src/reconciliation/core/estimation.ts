import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { normalQuantile } from "../../channel/gaussian.ts";
import { STREAM_DISCLOSURE, STREAM_VALUES } from "../../channel/random.ts";
import { InputError } from "../../index.ts";
import { philox } from "../../kernels.ts";
import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import type { CvLink } from "./secret-key.ts";

/** A range of groups of eight values. */
export interface GroupRange {
  readonly first: number;
  readonly count: number;
}

/** Number of disclosed groups of a sequence. */
export function disclosedGroups(values: number, every: number): number {
  return every === 0 ? 0 : Math.floor(Math.floor(values / OCTONION) / every);
}

/**
 * The groups of eight values that are made public, to estimate the link, and the groups that are kept. One group of
 * every `every` consecutive groups, chosen at random, is made public; a shorter rest at the end is kept. Kept groups
 * have indices of their own, without gaps.
 */
export class Disclosure {
  /** Groups altogether. */
  readonly groups: number;
  /** Groups that are kept. */
  readonly kept: number;
  readonly #every: number;
  readonly #key: readonly [number, number];

  /**
   * @param values of the sequence; fewer than eight at its end belong to no group.
   * @param every 2 or more; 0 to disclose nothing.
   * @param key of the choice, two 32-bit words, which must be unknown to everybody while the values are sent.
   * @throws InputError for another `every`.
   */
  constructor(values: number, every: number, key: readonly [number, number]) {
    if (!(Number.isInteger(every) && (every === 0 || every >= 2))) {
      throw new InputError(`one group disclosed of ${every}: give 2 or more`);
    }
    this.groups = Math.floor(values / OCTONION);
    this.kept = this.groups - disclosedGroups(values, every);
    this.#every = every;
    this.#key = key;
  }

  /** Indices of the disclosed groups of a range, ascending. */
  disclosed({ first, count }: GroupRange): number[] {
    if (this.#every === 0) return [];
    const every = this.#every;
    const end = Math.min(first + count, Math.floor(this.groups / every) * every);
    const found: number[] = [];
    for (let stratum = Math.floor(first / every); stratum * every < end; stratum++) {
      const group = this.#disclosedOf(stratum);
      if (group >= first && group < end) found.push(group);
    }
    return found;
  }

  /** The range of groups that holds the kept groups; the caller leaves out the disclosed groups in it. */
  rangeOf({ first, count }: GroupRange): GroupRange {
    const begin = this.#group(first);
    return { first: begin, count: this.#group(first + count - 1) + 1 - begin };
  }

  /** Index, among all groups, of a kept group. */
  #group(kept: number): number {
    const every = this.#every;
    if (every === 0) return kept;
    const stratum = Math.floor(kept / (every - 1));
    if (stratum >= Math.floor(this.groups / every)) return kept + Math.floor(this.groups / every);
    const group = kept + stratum;
    return group < this.#disclosedOf(stratum) ? group : group + 1;
  }

  #disclosedOf(stratum: number): number {
    const words = new Uint32Array(4);
    philox(stratum % 2 ** 32, Math.floor(stratum / 2 ** 32), 0, STREAM_DISCLOSURE, ...this.#key, words);
    return stratum * this.#every + Math.floor((words[0] / 2 ** 32) * this.#every);
  }
}

/**
 * ρ = √(SNR/(1 + SNR)), SNR = ρ²/(1 − ρ²).
 * @param snr as a ratio, above 0.
 * @returns ρ, between 0 and 1.
 * @throws InputError if the SNR is not above 0.
 * @example
 * correlationOf(1).toFixed(4); // → "0.7071"
 */
export function correlationOf(snr: number): number {
  if (!(snr > 0 && snr < Number.POSITIVE_INFINITY)) {
    throw new InputError(`SNR ${snr}: it must be above 0; it is linear, not in decibels`);
  }
  return Math.sqrt(snr / (1 + snr));
}

/** The correlation of two Gaussian sequences, as estimated from pairs of values. */
interface CorrelationEstimate {
  /** Pairs. */
  readonly values: number;
  /** ρ, the sample's correlation coefficient. */
  readonly correlation: number;
  /** ρ²/(1 − ρ²). */
  readonly snr: number;
  /** 95 % interval of the SNR, from Fisher's: artanh ρ ± 1.96/√(n − 3). */
  readonly snrLow: number;
  readonly snrHigh: number;
}

/** Sums over pairs that both ends have made public, in float64, so the values should not be far from 0. */
export class PairSums {
  #count = 0;
  #x = 0;
  #y = 0;
  #xx = 0;
  #yy = 0;
  #xy = 0;

  /** Adds pairs. @throws InputError for parts of different lengths. */
  add(x: ArrayLike<number>, y: ArrayLike<number>): void {
    if (x.length !== y.length) {
      throw new InputError(`${x.length} and ${y.length} values: a correlation is of sequences of one length`);
    }
    this.#count += x.length;
    for (let i = 0; i < x.length; i++) {
      this.#x += x[i];
      this.#y += y[i];
      this.#xx += x[i] * x[i];
      this.#yy += y[i] * y[i];
      this.#xy += x[i] * y[i];
    }
  }

  /** Sums about the means. */
  get about(): DisclosedPairs {
    const n = this.#count;
    return {
      pairs: n,
      xx: this.#xx - this.#x ** 2 / n,
      yy: this.#yy - this.#y ** 2 / n,
      xy: this.#xy - (this.#x * this.#y) / n,
    };
  }

  /**
   * Estimates the correlation of Gaussian values.
   * @throws InputError for fewer than 4 pairs, values that do not vary, or no positive correlation to be seen (95 %).
   */
  estimate(): CorrelationEstimate {
    const { pairs: n, xx, xy, yy } = this.about;
    if (n < 4) throw new InputError(`${n} pairs of values: an SNR is estimated from 4 or more`);
    if (!Number.isFinite(xx + yy)) throw new InputError("the squares of the values are beyond float64: scale them");
    if (!(xx > 0 && yy > 0)) throw new InputError("the values do not vary: there is no correlation");
    const correlation = xy / Math.sqrt(xx * yy);
    // Equal sequences would make artanh infinite.
    const snr = Math.sinh(Math.atanh(Math.min(correlation, 1 - 2 ** -53))) ** 2;
    if (!(correlation > 0 && Math.asinh(Math.sqrt(snr)) > halfWidth(n))) {
      throw new InputError(
        `the correlation of ${n} pairs is ${correlation.toPrecision(3)}: it is not significantly positive; do both ends' values belong together, with one sign?`,
      );
    }
    return { values: n, correlation, snr, ...snrInterval(snr, n) };
  }
}

/**
 * 95 % interval of an SNR estimated from `pairs` pairs, by Fisher's: artanh ρ ± 1.96/√(n − 3). @param pairs 4 or more.
 */
export function snrInterval(snr: number, pairs: number): { readonly snrLow: number; readonly snrHigh: number } {
  // artanh ρ = arsinh √SNR.
  const fisher = Math.asinh(Math.sqrt(snr));
  const half = halfWidth(pairs);
  return { snrLow: Math.sinh(Math.max(0, fisher - half)) ** 2, snrHigh: Math.sinh(fisher + half) ** 2 };
}

function halfWidth(pairs: number): number {
  return 1.959964 / Math.sqrt(pairs - 3);
}

/** Steps that halve an interval to the last bit of a number near 1. */
const HALVINGS = 60;

/**
 * The lower quantile of a χ² variable of many degrees of freedom for a small probability: x with P(k/2, x/2) = p, P the
 * regularised lower incomplete gamma function.
 * @param freedom k, 50 or more.
 * @param probability p, above 0 and at most 1/2.
 * @example chiSquareLowerQuantile(100, 0.025) // 74.22
 */
export function chiSquareLowerQuantile(freedom: number, probability: number): number {
  const half = freedom / 2;
  const target = Math.log(probability);
  // As a share of k: the median of χ² is below its mean.
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (logLowerGamma(half, middle) < target) low = middle;
    else high = middle;
  }
  return low * freedom;
}

/**
 * ln P(a, r·a), r below 1, by the series x^a·e^(−x)/Γ(a + 1)·Σ x^k/((a + 1)…(a + k)) (Abramowitz and Stegun 6.5.29), Γ by Stirling's series,
 * whose error is below 1e-12 for a of 25 or more.
 */
function logLowerGamma(a: number, r: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= (r * a) / (a + k);
    sum += term;
  }
  // ln(x^a·e^(a − x)/a^a) without the difference of large numbers.
  const exponent = a * (Math.log1p(r - 1) - (r - 1));
  const stirling = 1 / (12 * a) - 1 / (360 * a ** 3) + 1 / (1260 * a ** 5);
  return exponent - 0.5 * Math.log(2 * Math.PI * a) - stirling + Math.log(sum);
}

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
interface Calibration extends Pick<CvLink, "modulationVariance" | "detectorEfficiency" | "electronicNoise"> {
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

/**
 * Gaussian values of both ends.
 * @example
 * const { x, y }: CorrelatedValues = correlatedValues(1, 7, { first: 0, count: 4 });
 */
export interface CorrelatedValues {
  /** Gaussian values of mean 0 and variance 1; [value]. */
  readonly x: Float64Array;
  /** Gaussian values of mean 0 and variance 1, whose correlation with x is √(SNR/(1 + SNR)); [value]. */
  readonly y: Float64Array;
}

/**
 * Values first … first + count − 1 of two correlated Gaussian sequences, a function of SNR and seed, as simulated data
 * of a key distribution. Pairs are Box and Muller's of Philox words, counter (i low, i high, 0, stream 3), key (seed,
 * 0): from words 0 and 1 the radius, from 2 and 3 the angle, 53 bits each; y is the first of a pair, x = ρ·y + √(1 −
 * ρ²)·(the second).
 * @param snr as a ratio.
 * @param seed 0 … 2³² − 1.
 * @param range index of the first value, from 0, and number of values.
 * @throws InputError if the SNR is not above 0, or the seed is out of range.
 * @example
 * correlatedValues(1, 7, { first: 0, count: 100 }).x.length; // → 100
 */
export function correlatedValues(
  snr: number,
  seed: number,
  range: { readonly first: number; readonly count: number },
): CorrelatedValues {
  requireOptions("correlatedValues", range, { first: true, count: true });
  const { first, count } = range;
  requireSeed(seed);
  const correlation = correlationOf(snr);
  const noise = Math.sqrt(1 / (1 + snr));
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const words = new Uint32Array(4);
  for (let i = 0; i < count; i++) {
    const index = first + i;
    philox(index % 2 ** 32, Math.floor(index / 2 ** 32), 0, STREAM_VALUES, seed, 0, words);
    const radius = Math.sqrt(-2 * Math.log(1 - fraction(words[0], words[1])));
    const angle = 2 * Math.PI * fraction(words[2], words[3]);
    y[i] = radius * Math.cos(angle);
    x[i] = correlation * y[i] + noise * radius * Math.sin(angle);
  }
  return { x, y };
}

/** In [0, 1), from 53 bits. */
function fraction(high: number, low: number): number {
  return (high * 2 ** 21 + (low >>> 11)) * 2 ** -53;
}
