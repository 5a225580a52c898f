import { fourierTransform } from "../../code/density-evolution/fourier.ts";

/** Cells of the distribution of a sum of information densities; the Fourier transform wraps around at its ends. */
const CELLS = 2 ** 14;
/** Half the range of the cells, in standard deviations of the sum. */
const RANGE = 25;
/** Range and step of the integration over the noise, in its standard deviations. */
const [TAIL, STEP] = [9, 1 / 64];
/** Exponents s of the metric W^s besides 1. Every exponent gives a bound; the best one counts. */
const EXPONENTS = [0.6, 0.7, 0.8, 0.9];

/**
 * A FER that some code of n bits with k information bits reaches with BPSK over AWGN. It is the better of two bounds:
 * the random-coding union bound with Markov's inequality for the pairwise errors (RCUs; A. Martinez and A. Guillén i
 * Fàbregas, ITA 2011), and the dependence-testing bound (Polyanskiy, Poor and Verdú 2010, theorem 17). The information
 * density of a frame is a sum of n independent terms; Fourier transforms convolve their distribution, to 1e-12 in
 * probability.
 * @param sigma standard deviation of the noise, for amplitude 1.
 */
export function awgnAchievable(sigma: number, n: number, k: number): number {
  const unions = EXPONENTS.map((s) => randomCodingUnion(densitySum(sigma, s, n), k));
  // Dependence testing: (M − 1)/2 in the place of M − 1.
  return Math.min(1, ...unions, randomCodingUnion(densitySum(sigma, 1, n), k - 1));
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

const transform = fourierTransform(CELLS);

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
  const terms: { value: number; mass: number }[] = [];
  let [mean, square, total] = [0, 0, 0];
  for (let z = -TAIL; z <= TAIL; z += STEP) {
    const mass = Math.exp((-z * z) / 2);
    const exponent = s * (2 / sigma ** 2 + (2 * z) / sigma);
    const value = 1 - (Math.log1p(Math.exp(-Math.abs(exponent))) + Math.max(0, -exponent)) / Math.LN2;
    terms.push({ value, mass });
    mean += mass * value;
    square += mass * value ** 2;
    total += mass;
  }
  mean /= total;
  const deviation = Math.sqrt(n * Math.max(square / total - mean ** 2, 1e-12));
  const step = (2 * RANGE * deviation) / CELLS;
  const re = new Float64Array(CELLS);
  const im = new Float64Array(CELLS);
  // Each term less the mean, between its two neighbouring cells so that the mean stays exact.
  for (const { value, mass } of terms) {
    const at = (value - mean) / step;
    const cell = Math.floor(at);
    const upper = at - cell;
    re[cell & (CELLS - 1)] += (mass / total) * (1 - upper);
    re[(cell + 1) & (CELLS - 1)] += (mass / total) * upper;
  }
  transform(re, im);
  for (let i = 0; i <= CELLS / 2; i++) {
    const size = (re[i] ** 2 + im[i] ** 2) ** (n / 2);
    const angle = n * Math.atan2(im[i], re[i]);
    re[i] = size * Math.cos(angle);
    im[i] = size * Math.sin(angle);
    // The transform of real numbers is its own mirror image, conjugated.
    const mirror = (CELLS - i) & (CELLS - 1);
    [re[mirror], im[mirror]] = [re[i], mirror === i ? im[i] : -im[i]];
  }
  transform(re, im, true);
  const masses = new Float64Array(CELLS);
  for (let i = 0; i < CELLS; i++) masses[i] = Math.max(0, re[(i + CELLS / 2) & (CELLS - 1)]);
  return { first: n * mean - (CELLS / 2) * step, step, masses };
}
