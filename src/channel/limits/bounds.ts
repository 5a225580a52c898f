import type { Code } from "../../code/code.ts";
import { fourierTransform } from "../../code/density-evolution/sum-product.ts";
import { codeRate, transmittedPositions } from "../../code/rate-matching.ts";
import { once } from "../../once.ts";
import { sum } from "../../sum.ts";
import { gaussianNodes, normalUpperTail, softplus } from "../gaussian.ts";

/** Maximum number of function evaluations. */
const EVALUATIONS = 100;

/**
 * Finds the x between both ends at which a monotone function is zero, by bisection and, in two steps of three, false
 * position with the Illinois correction (M. Dowell and P. Jarratt, BIT 11, 1971).
 * @param tolerance width of the last bracket.
 * @returns undefined if the function has the same sign at both ends.
 */
export function solve(f: (x: number) => number, low: number, high: number, tolerance: number): number | undefined {
  let [a, b, fa, fb] = [low, high, f(low), f(high)];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (fa < 0 === fb < 0) return undefined;
  for (let i = 0; i < EVALUATIONS && Math.abs(b - a) > tolerance; i++) {
    const x = a + (b - a) * (i % 3 === 0 ? 0.5 : fa / (fa - fb));
    const fx = f(x);
    if (fx === 0) return x;
    if (fx < 0 === fa < 0) {
      [a, fa] = [x, fx];
      fb /= 2;
    } else {
      [b, fb] = [x, fx];
      fa /= 2;
    }
  }
  return (a + b) / 2;
}

/** ln of the binomial coefficients n over 0 … n. */
function logBinomials(n: number): Float64Array {
  /** ln i!. */
  const logs = new Float64Array(n + 1);
  for (let i = 2; i <= n; i++) logs[i] = logs[i - 1] + Math.log(i);
  return Float64Array.from({ length: n + 1 }, (_, i) => logs[n] - logs[i] - logs[n - i]);
}

/** ln of the probabilities of 0 … n events of probability p in n trials. */
function logBinomial(n: number, p: number): Float64Array {
  return logBinomials(n).map((log, i) => log + i * Math.log(p) + (n - i) * Math.log1p(-p));
}

/** The properties of a code that determine its limits. */
export interface CodeSize {
  /** Size of the field. */
  readonly q: number;
  /** Symbols sent. */
  readonly n: number;
  /** Information symbols. */
  readonly k: number;
}

/** The size of a code; finding the rate may take an elimination. */
export function codeSize(code: Code): CodeSize {
  const n = transmittedPositions(code).length;
  return { q: code.matrix.field.q, n, k: Math.round(codeRate(code) * n) };
}

/** Bits of information of a frame. */
export function bitsOf({ q, k }: CodeSize): number {
  return k * Math.log2(q);
}

/** Bits sent of a frame. */
export function sentBitsOf({ q, n }: CodeSize): number {
  return n * Math.log2(q);
}

/** Largest distance between a bound and the normal approximation, beyond which its distribution would not fit its cells, and accuracy, in dB. */
const [NEAR, SIGMA_TOLERANCE] = [3, 1e-3];

/**
 * The noise standard deviation at which a bound of BPSK over AWGN has a FER.
 * @param n bits sent, `bits` of them information.
 * @param sigma noise standard deviation at which the normal approximation has the FER.
 * @returns undefined if it is not within 3 dB of `sigma`.
 */
export function boundSigma(bound: BoundName, n: number, bits: number, fer: number, sigma: number): number | undefined {
  const at = (dB: number) => sigma * 10 ** (-dB / 20);
  const excess = (dB: number) => logFer(fer) - logFer(awgnBounds[bound](at(dB), n, bits));
  const dB = solve(excess, -NEAR, NEAR, SIGMA_TOLERANCE);
  return dB && at(dB);
}

/** Cells of the distribution of a sum of information densities; the Fourier transform wraps around at its ends. */
const CELLS = 2 ** 14;
/** Half the range of the cells, in standard deviations of the sum. */
const RANGE = 25;
const nodes = once(() => gaussianNodes(9, 1 / 64));
/** Accuracy of the tilting exponent ρ, 0 … 1. */
const TILT_TOLERANCE = 1e-3;

/**
 * A FER that some code of n bits with k information bits reaches with BPSK over AWGN. It is the best of three bounds: the random-coding union
 * bound (Polyanskiy, Poor and Verdú 2010, theorem 16), whose pairwise error probabilities are saddlepoint approximations (J. Font-Segura,
 * G. Vazquez-Vilar, A. Martinez, A. Guillén i Fàbregas and A. Lancho, CISS 2018) within a tenth, the union bound of random codes, which
 * equals it at low rates, and the dependence-testing bound (theorem 17). The information density of a frame is a sum of n independent terms; Fourier transforms convolve their distribution, to 1e-12 in
 * probability.
 * @param sigma standard deviation of the noise, for amplitude 1.
 */
export function awgnAchievable(sigma: number, n: number, k: number): number {
  const { s, variance } = pairwiseTilt(sigma, (k * Math.LN2) / n);
  // Log2 of a pairwise error probability over 2^−density, and of the number of wrong words.
  const prefactor = Math.log2(gaussianMean(s * Math.sqrt(n * variance)));
  const wrong = k + Math.log2(1 - 2 ** -k);
  const randomCoding = randomCodingUnion(densitySum(sigma, s, n), wrong + prefactor);
  // Dependence testing: (M − 1)/2 in the place of M − 1.
  const dependence = randomCodingUnion(densitySum(sigma, 1, n), k - 1);
  return Math.min(1, randomCoding, dependence, unionBound(sigma, n, wrong));
}

/** The union bound: wrong words differ from the sent word in d bits with binomial probabilities. @param wrong log2 of their number. */
function unionBound(sigma: number, n: number, wrong: number): number {
  const share = (wrong - n) * Math.LN2;
  return logBinomials(n).reduce(
    (sum, words, d) => sum + Math.exp(words + share + Math.log(normalUpperTail(Math.sqrt(d) / sigma))),
    0,
  );
}

/** The mean of e^(−λ·x) over the positive half of a standard Gaussian: e^(λ²/2)·Q(λ), without overflow. @param lambda above 0. */
function gaussianMean(lambda: number): number {
  if (lambda < LARGE) return Math.exp(lambda ** 2 / 2) * normalUpperTail(lambda);
  const square = lambda ** -2;
  return (1 - square + 3 * square ** 2 - 15 * square ** 3) / (lambda * Math.sqrt(2 * Math.PI));
}
const LARGE = 12;

/**
 * The exponent s = 1/(1 + ρ) of the metric W^s whose density decides pairwise errors at a rate, and the variance per bit of a wrong word's
 * metric given the output: that of B·LLR, B a fair bit, under the distribution tilted by s, and by ρ for the output.
 * @param rate in nats per bit. ρ maximises E0(ρ) − ρ·rate; it is 0 above the capacity, and 1 below the critical rate.
 */
function pairwiseTilt(sigma: number, rate: number): { readonly s: number; readonly variance: number } {
  // The derivative falls with ρ.
  const excess = (rho: number) => tilted(sigma, rho).mean - rate;
  const rho = solve(excess, 0, 1, TILT_TOLERANCE) ?? Number(excess(1) > 0);
  return { s: 1 / (1 + rho), variance: tilted(sigma, rho).variance };
}

/** Mean of the density of W^s and variance as in `pairwiseTilt`, over LLRs tilted by ρ. The mean is the derivative of E0. */
function tilted(sigma: number, rho: number): { readonly mean: number; readonly variance: number } {
  const s = 1 / (1 + rho);
  let [mean, variance, total] = [0, 0, 0];
  for (const { z, weight: plain } of nodes()) {
    const llr = 2 / sigma ** 2 + (2 * z) / sigma;
    const density = Math.LN2 - softplus(-s * llr);
    const weight = plain * Math.exp(-rho * density);
    const share = 1 / (1 + Math.exp(s * llr));
    mean += weight * density;
    variance += weight * llr ** 2 * share * (1 - share);
    total += weight;
  }
  return { mean: mean / total, variance: variance / total };
}

/**
 * The FER that every code of n bits with k information bits exceeds with BPSK over AWGN: the meta-converse with the output distribution
 * of equally likely inputs (Polyanskiy, Poor and Verdú 2010, theorem 27).
 * @param sigma standard deviation of the noise, for amplitude 1.
 */
export function awgnConverse(sigma: number, n: number, k: number): number {
  return metaConverse(densitySum(sigma, 1, n), k);
}

/** Both bounds by name. */
export const awgnBounds = { achievable: awgnAchievable, converse: awgnConverse } as const;

/** Longest code in bits with bounds: up to it the distribution's cells stay finer than a bit. */
export const AWGN_BOUNDS_MOST = 4096;

const transform = once(() => fourierTransform(CELLS));

/** A distribution: cell i has the value first + i·step, in bits. */
interface Distribution {
  readonly first: number;
  readonly step: number;
  readonly masses: Float64Array;
}

function randomCodingUnion({ first, step, masses }: Distribution, k: number): number {
  return masses.reduce((sum, mass, i) => sum + mass * Math.min(1, 2 ** (k - first - i * step)), 0);
}

/**
 * The least error probability of a test that accepts the wrong hypothesis with probability 2^−k. By Neyman and Pearson
 * the test accepts large densities; the wrong hypothesis has 2^−density times their probability.
 */
function metaConverse({ first, step, masses }: Distribution, k: number): number {
  let [accepted, share] = [0, 0];
  for (let i = masses.length - 1; i >= 0; i--) {
    const wrong = masses[i] * 2 ** (k - first - i * step);
    if (share + wrong > 1) return Math.max(0, 1 - accepted - (masses[i] * (1 - share)) / wrong);
    share += wrong;
    accepted += masses[i];
  }
  return 0;
}

/** The sum of n information densities 1 − log2(1 + e^(−s·LLR)) of the metric W^s, for the bit sent. */
function densitySum(sigma: number, s: number, n: number): Distribution {
  const terms = nodes().map(({ z, weight: mass }) => ({
    value: 1 - softplus(-s * (2 / sigma ** 2 + (2 * z) / sigma)) / Math.LN2,
    mass,
  }));
  const mean = sum(terms.map(({ value, mass }) => mass * value));
  const square = sum(terms.map(({ value, mass }) => mass * value ** 2));
  const deviation = Math.sqrt(n * Math.max(square - mean ** 2, 1e-12));
  const step = (2 * RANGE * deviation) / CELLS;
  const re = new Float64Array(CELLS);
  const im = new Float64Array(CELLS);
  // Each term less the mean, between its two neighbouring cells so that the mean stays exact.
  for (const { value, mass } of terms) {
    const at = (value - mean) / step;
    const cell = Math.floor(at);
    const upper = at - cell;
    re[cell & (CELLS - 1)] += mass * (1 - upper);
    re[(cell + 1) & (CELLS - 1)] += mass * upper;
  }
  transform()(re, im);
  for (let i = 0; i <= CELLS / 2; i++) {
    const size = (re[i] ** 2 + im[i] ** 2) ** (n / 2);
    const angle = n * Math.atan2(im[i], re[i]);
    re[i] = size * Math.cos(angle);
    im[i] = size * Math.sin(angle);
    // The transform of real numbers is its own mirror image, conjugated.
    const mirror = (CELLS - i) & (CELLS - 1);
    [re[mirror], im[mirror]] = [re[i], mirror === i ? im[i] : -im[i]];
  }
  transform()(re, im, true);
  const masses = new Float64Array(CELLS);
  for (let i = 0; i < CELLS; i++) masses[i] = Math.max(0, re[(i + CELLS / 2) & (CELLS - 1)]);
  return { first: n * mean - (CELLS / 2) * step, step, masses };
}

/** Bounds on the FER of the best code of n bits with k information bits. */
export interface FerBounds {
  /** A FER that some code reaches: the random-coding union bound. */
  readonly achievable: number;
  /** A FER that every code exceeds: the meta-converse. */
  readonly converse: number;
}

export type BoundName = keyof FerBounds;
export const BOUND_NAMES = ["achievable", "converse"] as const satisfies readonly BoundName[];

/**
 * The binary symmetric channel: random-coding union bound and meta-converse, which is the sphere-packing bound here
 * (Y. Polyanskiy, H. V. Poor and S. Verdú, IEEE Trans. Inf. Theory 56(5), 2010, theorems 33 and 35).
 * @param p crossover probability.
 */
export function bscBounds(p: number, n: number, k: number): FerBounds {
  const weights = logBinomial(n, p);
  const volumes = logBinomials(n);
  let [achievable, within] = [0, 0];
  let ball = Number.NEGATIVE_INFINITY;
  // ln of the number of words per codeword: `share` for all of them, `ball` up to the distance t.
  const share = (n - k) * Math.LN2;
  for (let t = 0; t <= n; t++) {
    const probability = Math.exp(weights[t]);
    const before = ball;
    ball = logSum(ball, volumes[t]);
    achievable += probability * Math.min(1, Math.exp(logLess(k) + ball - n * Math.LN2));
    if (ball <= share) within += probability;
    else if (before < share) within += probability * (Math.exp(share - volumes[t]) - Math.exp(before - volumes[t]));
  }
  return { achievable: Math.min(1, achievable), converse: Math.max(0, 1 - within) };
}

/**
 * Bounds for the erasure channel, by the same authors' theorems 37 (maximum-likelihood decoding of random codes, as the
 * union bound) and 38.
 * @param erasure probability that a symbol is erased.
 * @param n symbols sent, k of them information, each of `bits` bits.
 */
export function becBounds(erasure: number, n: number, k: number, bits = 1): FerBounds {
  let [achievable, converse] = [0, 0];
  logBinomial(n, erasure).forEach((log, erased) => {
    const probability = Math.exp(log);
    const surplus = bits * (n - erased - k);
    achievable += probability * Math.min(1, 2 ** -surplus);
    if (surplus < 0) converse += probability * (1 - 2 ** surplus);
  });
  return { achievable, converse };
}

/** ln(2^k − 1). */
function logLess(k: number): number {
  return k * Math.LN2 + Math.log1p(-(2 ** -k));
}

function logSum(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
}

/** ln of a FER, which may have underflowed. */
export function logFer(fer: number): number {
  return Math.log(Math.max(fer, Number.MIN_VALUE));
}
