import { normalUpperTail } from "../channel/gaussian.ts";
import { InputError } from "../errors.ts";
import { sum } from "../sum.ts";
import type { ChunkCounts } from "./counts.ts";

/**
 * A rate with its 95 % interval.
 * @example
 * const { value, low, high }: Estimate = clopperPearson(10, 1000);
 */
export interface Estimate {
  /** The observed rate, 0 … 1: events over trials. */
  readonly value: number;
  /** Lower end of the interval. */
  readonly low: number;
  /** Upper end of the interval. */
  readonly high: number;
}

/** The error rates of a point. */
export interface ErrorRates {
  /** Frame error rate. */
  readonly fer: Estimate;
  /** Symbol error rate. */
  readonly ser: Estimate;
  /** Bit error rate. */
  readonly ber: Estimate;
}

/**
 * Clopper–Pearson interval for `events` of `trials`: each end is the rate at which the observation, or a more extreme
 * one, has probability (1 − confidence)/2. Covers the true rate with at least `confidence`. Real `events` are allowed.
 * @param events 0 … trials.
 * @param trials 0 or more; of 0 trials the rate is NaN and the interval 0 … 1.
 * @param confidence above 0 and below 1.
 * @returns low 0 for no events, high 1 if every trial is an event.
 * @throws InputError for numbers outside these ranges.
 * @example
 * const { value, low, high } = clopperPearson(10, 1000);
 * [value, low.toFixed(4), high.toFixed(4)]; // → [0.01, "0.0048", "0.0183"]
 */
export function clopperPearson(events: number, trials: number, confidence = 0.95): Estimate {
  if (!(events >= 0 && events <= trials && trials < Number.POSITIVE_INFINITY)) {
    throw new InputError(`${events} events of ${trials} trials: give 0 or more events, and at most as many as trials`);
  }
  if (!(confidence > 0 && confidence < 1))
    throw new InputError(`confidence ${confidence}: give a number between 0 and 1`);
  const tail = (1 - confidence) / 2;
  if (trials === 0) return { value: Number.NaN, low: 0, high: 1 };
  return {
    value: events / trials,
    low: events <= 0 ? 0 : betaQuantile(tail, events, trials - events + 1),
    high: events >= trials ? 1 : betaQuantile(1 - tail, events + 1, trials - events),
  };
}

/**
 * Interval for a rate of errors that come in clusters, one cluster per frame, with `perFrame` symbols (or bits) in each
 * frame. With x errors in a frame, the sums Σx and Σx² have the mean and variance of n = (Σx)²/Σx² independent events
 * of Σx²/Σx errors each; the interval is Clopper–Pearson for n events in `frames` trials, scaled by the size of an
 * event. If all wrong frames have the same number of errors, the interval equals the FER's interval times this number.
 *
 * Without errors, the upper bound equals that of the FER, as every symbol of a wrong frame could be wrong.
 */
export function clusteredInterval(errors: number, errorsSquared: number, frames: number, perFrame: number): Estimate {
  if (errors === 0) return clopperPearson(0, frames);
  const clusterSize = errorsSquared / errors;
  const { low, high } = clopperPearson(Math.min(frames, errors / clusterSize), frames);
  const scale = clusterSize / perFrame;
  return { value: errors / (frames * perFrame), low: low * scale, high: Math.min(1, high * scale) };
}

/**
 * The mean of independent estimates with its 95 % interval: that of Student's t for the logarithm of the mean, because products of many weights
 * lie about their mean as unevenly as exponentials of Gaussian values.
 * @param estimates 0 … 1.
 */
export function meanInterval(estimates: readonly number[]): Estimate {
  const freedom = estimates.length - 1;
  const value = estimates.length === 0 ? 0 : sum(estimates) / estimates.length;
  if (freedom < 1 || value === 0) return { value, low: 0, high: 1 };
  const squares = sum(estimates.map((estimate) => (estimate / value - 1) ** 2));
  const x = betaQuantile(0.95, 1 / 2, freedom / 2);
  const t = Math.sqrt((freedom * x) / (1 - x));
  const factor = Math.exp(t * Math.sqrt(squares / freedom / estimates.length));
  return { value, low: value / factor, high: Math.min(1, value * factor) };
}

/** FER, SER and BER of a point. @param symbols symbols per frame. @param bitsPerSymbol log2 of the field size. */
export function errorRates(counts: ChunkCounts, symbols: number, bitsPerSymbol: number): ErrorRates {
  const { frames, frameErrors, symbolErrors, symbolErrorsSquared, bitErrors, bitErrorsSquared } = counts;
  return {
    fer: clopperPearson(frameErrors, frames),
    ser: clusteredInterval(symbolErrors, symbolErrorsSquared, frames, symbols),
    ber: clusteredInterval(bitErrors, bitErrorsSquared, frames, symbols * bitsPerSymbol),
  };
}

/**
 * The regularised incomplete beta function and its inverse, for real a, b > 0 as large as 10⁹ and tails as small as
 * 10⁻¹². jstat's `ibeta` and `beta.inv` lose such tails: they compute Γ by logarithms, whose rounding error at n = 10⁹
 * is 10⁻⁶.
 */

/**
 * I_x(a, b) = P(X ≤ x) for X ~ Beta(a, b): the continued fraction of A. R. DiDonato and A. H. Morris, ACM TOMS
 * algorithm 708 (1992), with its factor in the saddle-point form of C. Loader, "Fast and accurate computation of binomial probabilities" (2000).
 */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < (a + 1) / (a + b + 2) ? lowerTail(x, 1 - x, a, b) : 1 - lowerTail(1 - x, x, b, a);
}

/**
 * The x with I_x(a, b) = probability, by bisection down to neighbouring doubles; 0 < probability < 1. Found from the
 * smaller side (x, or 1 − x), so that its relative error stays small when x is tiny.
 */
function betaQuantile(probability: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  // Geometric steps first: x may be 10⁻¹², and bisection on a linear scale would spend 40 steps on the exponent alone.
  while (high > 1e-300 && incompleteBeta(high / 16, a, b) > probability) high /= 16;
  if (high < 1) low = high / 16;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (incompleteBeta(middle, a, b) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * I_x(a, b) where the continued fraction converges fast: x below the mean. y = 1 − x; the smaller of the two is exact.
 */
function lowerTail(x: number, y: number, a: number, b: number): number {
  return factor(x, y, a, b) / continuedFraction(x, y, a, b);
}

/** x^a y^b / B(a, b) */
function factor(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const excess = x < y ? a - n * x : n * y - b;
  const exponent =
    stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x, excess) - deviance(b, n * y, -excess);
  return Math.sqrt((a * b) / (2 * Math.PI * n)) * Math.exp(exponent);
}

/** ln Γ(n + 1) − ((n + ½) ln n − n + ½ ln 2π), by the asymptotic series above 16 and recurrence below. */
function stirlingError(n: number): number {
  let sum = 0;
  let m = n;
  for (; m < 16; m++) sum += (m + 0.5) * Math.log1p(1 / m) - 1;
  const r = 1 / (m * m);
  return sum + (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360360))))) / m;
}

/** k ln(k / expected) − excess for excess = k − expected: by a series where the terms would cancel. */
function deviance(k: number, expected: number, excess: number): number {
  if (Math.abs(excess) >= 0.1 * (k + expected)) return k * Math.log(k / expected) - excess;
  const v = excess / (k + expected);
  let sum = excess * v;
  let term = 2 * k * v;
  for (let j = 3; ; j += 2) {
    term *= v * v;
    const next = sum + term / j;
    if (next === sum) return sum;
    sum = next;
  }
}

/**
 * The continued fraction β0 + α1/(β1 + α2/(β2 + …)) by Lentz's method. This form keeps x and y = 1 − x apart, so that
 * a y − b x is right even where a = 10⁹ and y = 10⁻⁹.
 */
function continuedFraction(x: number, y: number, a: number, b: number): number {
  const common = (m: number) => ((a + m) * (a * y - b * x + 1 + m * (1 + y))) / (a + 2 * m + 1);
  const beta = (m: number) => m + (m * (b - m) * x) / (a + 2 * m - 1) + common(m);
  const tiny = 1e-300;
  let result = common(0) || tiny;
  let c = result;
  let d = 0;
  for (let m = 1; m < 1e7; m++) {
    const alpha = ((a + m - 1) / (a + 2 * m - 1)) * ((a + b + m - 1) / (a + 2 * m - 1)) * m * (b - m) * x * x;
    const next = beta(m);
    d = 1 / (next + alpha * d || tiny);
    c = next + alpha / c || tiny;
    result *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) return result;
  }
  throw new Error(`incomplete beta function does not converge at x=${x}, a=${a}, b=${b}`);
}

/** Number of frame errors among a number of frames. */
export interface ErrorCount {
  readonly errors: number;
  readonly frames: number;
}

/**
 * Exact binomial test, two-sided: whether a count of errors can have a given error rate. The p-value is the probability
 * of every count that is at most as likely as the observed count (the rule of R's `binom.test`).
 * @returns the p-value; 0 below 1e-300.
 * @throws RangeError for no frames, counts that are not whole, more errors than frames, and a rate out of range.
 */
export function binomialTest({ errors, frames }: ErrorCount, rate: number): number {
  checkCount({ errors, frames });
  if (!(rate > 0 && rate <= 1)) throw new RangeError(`a rate of ${rate} is not above 0 and up to 1`);
  if (rate === 1) return errors === frames ? 1 : 0;
  const odds = rate / (1 - rate);
  return asUnlikely(errors, {
    lowest: 0,
    highest: frames,
    near: Math.floor((frames + 1) * rate),
    ratio: (k) => ((frames - k) / (k + 1)) * odds,
  });
}

/**
 * Fisher's exact test, two-sided: whether two counts can have the same error rate. Given the sum of both error counts,
 * the first count is hypergeometric for any common rate; the p-value is the probability of every split that is at most
 * as likely as the observed split (R. A. Fisher, "Statistical Methods for Research Workers", § 21.02; the rule of R's
 * `fisher.test`).
 * @returns the p-value; 0 below 1e-300.
 * @throws RangeError for no frames, counts that are not whole, and more errors than frames.
 */
export function fisherTest(first: ErrorCount, second: ErrorCount): number {
  checkCount(first);
  checkCount(second);
  const errors = first.errors + second.errors;
  const share = first.frames / (first.frames + second.frames);
  return asUnlikely(first.errors, {
    lowest: Math.max(0, errors - second.frames),
    highest: Math.min(errors, first.frames),
    near: Math.floor((errors + 1) * share),
    ratio: (k) => ((errors - k) / (k + 1)) * ((first.frames - k) / (second.frames - errors + k + 1)),
  });
}

/**
 * Holm's step-down correction (S. Holm, 1979): p-values of tests made together, raised so that the chance of any of them
 * falling below a level by accident is at most that level, however the tests depend on each other.
 * @returns in the order of `pValues`.
 */
export function holmCorrection(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a] - pValues[b]);
  const corrected = [...pValues];
  let floor = 0;
  order.forEach((test, rank) => {
    floor = Math.max(floor, Math.min(1, (pValues.length - rank) * pValues[test]));
    corrected[test] = floor;
  });
  return corrected;
}

/** A distribution with a single peak over whole numbers, known by the ratios of neighbours. */
interface Distribution {
  readonly lowest: number;
  readonly highest: number;
  /** A value at or next to the peak. */
  readonly near: number;
  /** P(k + 1)/P(k) for lowest ≤ k < highest. */
  ratio(k: number): number;
}

/** Counts as likely as the observed count must not drop out by rounding; R uses the same tolerance. */
const TIE = 1 + 1e-7;

/** End of a tail: denormal numbers would round up again and again instead of reaching zero. */
const SMALLEST = 1e-300;

/**
 * The probability of all values that are at most as likely as `seen`. It multiplies ratios of neighbours outwards from
 * the peak and divides by their sum, without a Γ function, whose logarithm loses six digits at 10⁹. Both tails end at
 * 1e-300, some 37 standard deviations away.
 */
function asUnlikely(seen: number, { lowest, highest, near, ratio }: Distribution): number {
  const start = Math.min(highest, Math.max(lowest, near));
  const walk = (visit: (k: number, weight: number) => void) => {
    for (let k = start, weight = 1; k <= highest && weight > SMALLEST; k++) {
      visit(k, weight);
      if (k < highest) weight *= ratio(k);
    }
    for (let k = start - 1, weight = 1; k >= lowest && weight > SMALLEST; k--) {
      weight /= ratio(k);
      visit(k, weight);
    }
  };
  let limit = 0;
  walk((k, weight) => {
    if (k === seen) limit = weight * TIE;
  });
  if (limit === 0) return 0;
  let all = 0;
  let unlikely = 0;
  walk((_, weight) => {
    all += weight;
    if (weight <= limit) unlikely += weight;
  });
  return unlikely / all;
}

function checkCount({ errors, frames }: ErrorCount): void {
  const whole = Number.isSafeInteger(errors) && Number.isSafeInteger(frames);
  if (!whole || errors < 0 || errors > frames || frames === 0)
    throw new RangeError(`${errors} errors of ${frames} frames`);
}

/** The mean of `count` values. */
export interface MeasuredMean {
  readonly mean: number;
  /** Standard deviation of a single value; 0 if all are equal. */
  readonly deviation: number;
  readonly count: number;
}

/**
 * Two-sided z-test whether a published mean, known only as a rounded value, can belong to the distribution of
 * `measured`: the difference beyond the possible rounding error, in standard errors of both means.
 * @param published the printed value, the number of values in its mean, and half of its last digit.
 * @returns the p-value; without any deviation 1 if the values agree up to rounding, else 0.
 */
export function publishedMeanTest(
  { mean, deviation, count }: MeasuredMean,
  published: { readonly mean: number; readonly count: number; readonly rounding: number },
): number {
  const difference = Math.max(0, Math.abs(mean - published.mean) - published.rounding);
  // Decimal fractions are not exact in binary: 3.55 must be within 0.05 of 3.5.
  if (difference <= 1e-9 * Math.abs(mean)) return 1;
  if (deviation === 0) return 0;
  return 2 * normalUpperTail(difference / (deviation * Math.sqrt(1 / published.count + 1 / count)));
}

/** Median of at least one value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
