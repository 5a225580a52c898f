import { sum } from "../../sum.ts";

/** Points of the sum for a standard deviation, and standard deviations that it covers. */
const POINTS = 1_000;
const COVERED = 9;

/** The LLRs of a binary-input channel with symmetric outputs, given that 0 was sent. */
export interface LlrChannel {
  /** The density of their magnitudes on a grid. */
  readonly density: (grid: Float64Array) => Magnitudes;
  /** A typical LLR, which decides the steps of sums. */
  readonly deviation: number;
  /** Bhattacharyya parameter: the mean of e^(−LLR/2). */
  readonly bhattacharyya: number;
}

/** BPSK over AWGN with SNR = 1/σ²: Gaussian with mean 2·SNR and variance 4·SNR. */
export function awgnLlr(snr: number): LlrChannel {
  const mean = 2 * snr;
  const deviation = 2 * Math.sqrt(snr);
  const step = deviation / POINTS;
  const count = Math.ceil(mean / step) + COVERED * POINTS;
  const magnitudes = Float64Array.from({ length: count }, (_, i) => (i + 0.5) * step);
  const gauss = (x: number): number => Math.exp(-(((x - mean) / deviation) ** 2) / 2);
  const masses = magnitudes.map((m) => gauss(m) + gauss(-m));
  return { density: (grid) => onGrid(grid, magnitudes, masses), deviation, bhattacharyya: Math.exp(-snr / 2) };
}

/** The binary symmetric channel of crossover probability p: ±ln((1 − p)/p). */
export function bscLlr(p: number): LlrChannel {
  const llr = Math.log((1 - p) / p);
  const density = (grid: Float64Array) => onGrid(grid, Float64Array.of(llr), Float64Array.of(1));
  return { density, deviation: llr, bhattacharyya: 2 * Math.sqrt(p * (1 - p)) };
}

/** Magnitudes with their shares, on a grid. */
function onGrid(grid: Float64Array, magnitudes: Float64Array, masses: Float64Array): Magnitudes {
  const all = sum(masses);
  const density = new Float64Array(grid.length);
  addSplit(
    density,
    splitOnto(grid, magnitudes),
    masses.map((mass) => mass / all),
  );
  return density;
}

/**
 * Discrete Fourier transform of n points, n a power of two, in place, decimation in time (Cooley and Tukey 1965).
 * @returns the transform of (re, im); `inverse` with the factor 1/n.
 */
export function fourierTransform(n: number): (re: Float64Array, im: Float64Array, inverse?: boolean) => void {
  const bits = Math.round(Math.log2(n));
  const reversed = new Uint32Array(n);
  for (let i = 1; i < n; i++) reversed[i] = (reversed[i >>> 1] >>> 1) | ((i & 1) << (bits - 1));
  // Factors of the step that joins transforms of `half` points are at half … 2·half − 1, one after the other.
  const cosine = new Float64Array(n);
  const sine = new Float64Array(n);
  for (let half = 1; half < n; half *= 2) {
    for (let i = 0; i < half; i++) {
      cosine[half + i] = Math.cos((Math.PI * i) / half);
      sine[half + i] = Math.sin((Math.PI * i) / half);
    }
  }
  const forward = (re: Float64Array, im: Float64Array): void => {
    for (let i = 0; i < n; i++) {
      const j = reversed[i];
      if (j <= i) continue;
      const [r, m] = [re[i], im[i]];
      re[i] = re[j];
      im[i] = im[j];
      re[j] = r;
      im[j] = m;
    }
    if (n >= 4) joinFours(re, im);
    for (let half = n >= 4 ? 4 : 1; half < n; half *= 2) {
      for (let begin = 0; begin < n; begin += 2 * half) {
        for (let i = 0, a = begin; i < half; i++, a++) {
          const b = a + half;
          const wr = cosine[half + i];
          const wi = sine[half + i];
          const tr = re[b] * wr + im[b] * wi;
          const ti = im[b] * wr - re[b] * wi;
          re[b] = re[a] - tr;
          im[b] = im[a] - ti;
          re[a] += tr;
          im[a] += ti;
        }
      }
    }
  };
  return (re, im, inverse = false) => {
    if (!inverse) return forward(re, im);
    // The inverse is the transform with both parts exchanged.
    forward(im, re);
    for (let i = 0; i < n; i++) {
      re[i] /= n;
      im[i] /= n;
    }
  };
}

/** The first two steps, whose factors are 1 and −i. */
function joinFours(re: Float64Array, im: Float64Array): void {
  for (let at = 0; at < re.length; at += 4) {
    const [r0, r1] = [re[at] + re[at + 1], re[at] - re[at + 1]];
    const [m0, m1] = [im[at] + im[at + 1], im[at] - im[at + 1]];
    const [r2, r3] = [re[at + 2] + re[at + 3], re[at + 2] - re[at + 3]];
    const [m2, m3] = [im[at + 2] + im[at + 3], im[at + 2] - im[at + 3]];
    re[at] = r0 + r2;
    im[at] = m0 + m2;
    re[at + 1] = r1 + m3;
    im[at + 1] = m1 - r3;
    re[at + 2] = r0 - r2;
    im[at + 2] = m0 - m2;
    re[at + 3] = r1 - m3;
    im[at + 3] = m1 + r3;
  }
}

/**
 * Symmetric densities of LLRs as distributions of their magnitude. Given its magnitude m, a message of a symmetric
 * channel is the output of a binary symmetric channel with crossover probability 1/(1 + e^m); so the distribution of m
 * determines the density (T. Richardson and R. Urbanke, "Modern Coding Theory", 2008, section 4.1).
 *
 * A magnitude between two points of a grid is split into these points so that its probability of error does not change.
 * The split makes the density slightly better, by second order in the step.
 *
 * The last point of a grid is infinite. It takes all magnitudes above the last but one. Without it decoding never
 * appears to succeed: magnitudes cut to a finite bound keep making errors.
 */
export type Magnitudes = Float64Array;

/**
 * Largest finite magnitude of a message: the probability of error is e^−28 = 7e−13, and larger magnitudes count as
 * sure.
 */
const LARGEST = 28;

/** Places of magnitudes on a grid: point `index` takes `weight`, the next point the rest. */
interface Split {
  readonly index: Uint32Array;
  readonly weight: Float64Array;
}

/** 1/(1 + e^m): the crossover probability of magnitude m. */
export function crossover(magnitude: number): number {
  const e = Math.exp(-magnitude);
  return e / (1 + e);
}

/** The probability of error of a density on a grid. */
export function errorProbability(density: Magnitudes, crossovers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < density.length; i++) sum += density[i] * crossovers[i];
  return sum;
}

/**
 * Splits magnitudes onto a grid that ascends from 0 and whose last point is infinite: magnitudes above the last but one
 * become sure.
 */
function splitOnto(grid: Float64Array, magnitudes: Float64Array): Split {
  const index = new Uint32Array(magnitudes.length);
  const weight = new Float64Array(magnitudes.length);
  magnitudes.forEach((m, i) => {
    const lower = pointBelow(grid, m);
    index[i] = lower;
    weight[i] = lowerWeight(m, grid[lower], grid[lower + 1]);
  });
  return { index, weight };
}

/** Adds a density to another one on the grid that `split` leads to. */
function addSplit(target: Magnitudes, { index, weight }: Split, density: Magnitudes): void {
  for (let i = 0; i < density.length; i++) {
    const mass = density[i];
    const lower = mass * weight[i];
    target[index[i]] += lower;
    target[index[i] + 1] += mass - lower;
  }
}

/** The last point not above m, but one with a point after it. */
function pointBelow(grid: Float64Array, m: number): number {
  let low = 0;
  let high = grid.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (grid[middle] <= m) low = middle;
    else high = middle;
  }
  return low;
}

/** (p(m) − p(high))/(p(low) − p(high)) with p the crossover probabilities, without differences of nearly equal numbers. */
function lowerWeight(m: number, low: number, high: number): number {
  if (high === Number.POSITIVE_INFINITY) return m > low ? 0 : 1;
  // tanh(a) − tanh(b) = sinh(a − b)/(cosh(a)·cosh(b)), and p = (1 − tanh(m/2))/2.
  return (Math.sinh((high - m) / 2) * Math.cosh(low / 2)) / (Math.sinh((high - low) / 2) * Math.cosh(m / 2));
}

/**
 * Smallest magnitude above 0, ratio of consecutive magnitudes (relative steps, because checks multiply), and steps of the uniform grid
 * of sums for a standard deviation of the channel's LLRs. `fine` has thresholds right to 0.1 %; `coarse` has them 1 to 3 % too good, alike
 * for ensembles that are alike, five to ten times faster: for searches.
 */
export const GRIDS = {
  fine: { smallest: 1e-3, ratio: 1.03, steps: 32 },
  coarse: { smallest: 3e-3, ratio: 1.1, steps: 16 },
} as const;

/** The operation of check nodes on densities on a grid. */
export interface CheckSide {
  /** Magnitudes, ascending from 0 to infinity. */
  readonly grid: Float64Array;
  /**
   * The density of the message of a check with messages of densities a and b: magnitudes 2·artanh(tanh(m/2)·tanh(m'/2)),
   * crossover probabilities p·(1 − p') + p'·(1 − p).
   */
  combine(a: Magnitudes, b: Magnitudes): Magnitudes;
}

/** A table has a megabyte. */
const made = new Map<keyof typeof GRIDS, CheckSide>();

/** The grid of checks, geometric up to the largest finite magnitude, and their operation as a table, which is made once. */
export function checkSide(name: keyof typeof GRIDS = "fine"): CheckSide {
  const found = made.get(name) ?? newCheckSide(GRIDS[name]);
  made.set(name, found);
  return found;
}

function newCheckSide({ smallest, ratio: wanted }: (typeof GRIDS)[keyof typeof GRIDS]): CheckSide {
  const steps = Math.ceil(Math.log(LARGEST / smallest) / Math.log(wanted));
  const ratio = (LARGEST / smallest) ** (1 / steps);
  const finite = Array.from({ length: steps + 1 }, (_, i) => smallest * ratio ** i);
  const grid = Float64Array.of(0, ...finite, Number.POSITIVE_INFINITY);
  const size = grid.length;
  // The operation is symmetric: the table has the pairs i ≤ j, row by row.
  const magnitudes = new Float64Array((size * (size + 1)) / 2);
  for (let i = 0, at = 0; i < size; i++) for (let j = i; j < size; j++) magnitudes[at++] = boxPlus(grid[i], grid[j]);
  const { index, weight }: Split = splitOnto(grid, magnitudes);
  return {
    grid,
    combine(a, b) {
      // The shares of the lower and of the upper points apart, because neighbours in a row often share a point.
      const lower = new Float64Array(size);
      const upper = new Float64Array(size);
      for (let i = 0, at = 0; i < size; i++) {
        const [ai, bi] = [a[i], b[i]];
        if (ai === 0 && bi === 0) {
          at += size - i;
          continue;
        }
        for (let j = i; j < size; j++, at++) {
          const mass = i === j ? ai * bi : ai * b[j] + a[j] * bi;
          const share = mass * weight[at];
          lower[index[at]] += share;
          upper[index[at]] += mass - share;
        }
      }
      for (let i = 1; i < size; i++) lower[i] += upper[i - 1];
      return lower;
    },
  };
}

/** 2·artanh(tanh(a/2)·tanh(b/2)); the second form where the product is too near 1 for the first. */
function boxPlus(a: number, b: number): number {
  if (Math.max(a, b) === Number.POSITIVE_INFINITY) return Math.min(a, b);
  const product = Math.tanh(a / 2) * Math.tanh(b / 2);
  if (product < 0.9) return 2 * Math.atanh(product);
  return Math.min(a, b) + Math.log1p(Math.exp(-(a + b))) - Math.log1p(Math.exp(-Math.abs(a - b)));
}

/** A product of densities in sums: density s to the power of exponents[s], times `factor`. */
export interface SumTerm {
  readonly factor: number;
  readonly exponents: readonly number[];
}

/** The first half of the transform of a real sequence; the second half follows from it. */
interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * Sums of independent numbers by Fourier transforms on 2·`half` places (T. Richardson and R. Urbanke, "The capacity of
 * low-density parity-check codes under message-passing decoding", IEEE Trans. Inf. Theory 47(2), 2001): negative numbers
 * are at the end of the places, and sums beyond `half` are wrong.
 */
export class Sums {
  readonly #half: number;
  readonly #transform: ReturnType<typeof fourierTransform>;

  constructor(half: number) {
    this.#half = half;
    this.#transform = fourierTransform(2 * half);
  }

  /** For each list of terms the density Σ factor · Π density^exponent, where products are convolutions. */
  of(densities: readonly Float64Array[], results: readonly (readonly SumTerm[])[]): Float64Array[] {
    const spectra = pairs(densities).flatMap(([a, b]) => this.#spectra(a, b));
    const products = results.map((terms) => this.#product(spectra, terms));
    return pairs(products).flatMap(([a, b]) => this.#sequences(a, b));
  }

  /** Two real sequences by one transform. */
  #spectra(a: Float64Array, b: Float64Array | undefined): Spectrum[] {
    const n = 2 * this.#half;
    const re = a.slice();
    const im = b?.slice() ?? new Float64Array(n);
    this.#transform(re, im);
    const first = this.#spectrum();
    const second = this.#spectrum();
    for (let k = 0; k <= this.#half; k++) {
      const mirror = k === 0 ? 0 : n - k;
      first.re[k] = (re[k] + re[mirror]) / 2;
      first.im[k] = (im[k] - im[mirror]) / 2;
      second.re[k] = (im[k] + im[mirror]) / 2;
      second.im[k] = (re[mirror] - re[k]) / 2;
    }
    return b === undefined ? [first] : [first, second];
  }

  #sequences(a: Spectrum, b: Spectrum | undefined): Float64Array[] {
    const half = this.#half;
    const n = 2 * half;
    const { re: bRe, im: bIm } = b ?? this.#spectrum();
    const re = new Float64Array(n);
    const im = new Float64Array(n);
    for (let k = 0; k <= half; k++) {
      re[k] = a.re[k] - bIm[k];
      im[k] = a.im[k] + bRe[k];
      if (k === 0 || k === half) continue;
      re[n - k] = a.re[k] + bIm[k];
      im[n - k] = bRe[k] - a.im[k];
    }
    this.#transform(re, im, true);
    return b === undefined ? [re] : [re, im];
  }

  #product(spectra: readonly Spectrum[], terms: readonly SumTerm[]): Spectrum {
    const sum = this.#spectrum();
    for (const { factor, exponents } of terms) {
      // Of a protograph's many edge types a node has few.
      const powers = exponents.flatMap((exponent, s) => (exponent === 0 ? [] : [{ of: spectra[s], exponent }]));
      for (let k = 0; k < sum.re.length; k++) {
        let [re, im] = [factor, 0];
        for (const { of, exponent } of powers) {
          let [baseRe, baseIm] = [of.re[k], of.im[k]];
          for (let e = exponent; e > 0; e >>>= 1) {
            if (e & 1) [re, im] = [re * baseRe - im * baseIm, re * baseIm + im * baseRe];
            [baseRe, baseIm] = [baseRe * baseRe - baseIm * baseIm, 2 * baseRe * baseIm];
          }
        }
        sum.re[k] += re;
        sum.im[k] += im;
      }
    }
    return sum;
  }

  #spectrum(): Spectrum {
    return { re: new Float64Array(this.#half + 1), im: new Float64Array(this.#half + 1) };
  }
}

function pairs<T>(list: readonly T[]): [T, T | undefined][] {
  return list.flatMap((first, i): [T, T | undefined][] => (i % 2 === 0 ? [[first, list[i + 1]]] : []));
}

/** The operation of variable nodes on densities: sums of LLRs, whose finite parts have 2·`half` places of one step. */
export class VariableSide {
  readonly #half: number;
  readonly #sums: Sums;
  readonly #toUniform: Split;
  readonly #fromUniform: Split;
  readonly #crossovers: Float64Array;
  readonly #points: number;

  /** @param grid magnitudes of the densities at input and output, as in `checkSide`; the finite magnitudes are below half·step. */
  constructor(grid: Float64Array, step: number, half: number) {
    const uniform = Float64Array.from({ length: half }, (_, i) => i * step);
    this.#half = half;
    this.#points = grid.length;
    this.#sums = new Sums(half);
    this.#toUniform = splitOnto(Float64Array.from([...uniform, Number.POSITIVE_INFINITY]), grid.subarray(0, -1));
    this.#fromUniform = splitOnto(grid, uniform);
    this.#crossovers = uniform.map(crossover);
  }

  /** As `Sums.of`. */
  sums(densities: readonly Magnitudes[], results: readonly (readonly SumTerm[])[]): Magnitudes[] {
    const signed = this.#sums.of(
      densities.map((density) => this.#signed(density)),
      results,
    );
    const finite = densities.map((density) => 1 - density[density.length - 1]);
    // Sums of finite terms only; all others are sure.
    const massOf = ({ factor, exponents }: SumTerm) =>
      exponents.reduce((product, e, s) => product * finite[s] ** e, factor);
    return results.map((terms, i) => this.#magnitudes(signed[i], sum(terms.map(massOf))));
  }

  /** The finite part of the density over both signs, given that 0 was sent: negative LLRs at the end. */
  #signed(density: Magnitudes): Float64Array {
    const half = this.#half;
    const magnitudes = new Float64Array(half);
    addSplit(magnitudes, this.#toUniform, density.subarray(0, -1));
    const signed = new Float64Array(2 * half);
    signed[0] = magnitudes[0];
    for (let i = 1; i < half; i++) {
      const wrong = magnitudes[i] * this.#crossovers[i];
      signed[i] = magnitudes[i] - wrong;
      signed[2 * half - i] = wrong;
    }
    return signed;
  }

  /** @param mass probability of the finite sums; all other sums are sure. */
  #magnitudes(signed: Float64Array, mass: number): Magnitudes {
    const half = this.#half;
    const uniform = new Float64Array(half);
    // Transforms leave errors of 1e-17 of either sign in empty places.
    uniform[0] = Math.max(signed[0], 0);
    for (let i = 1; i < half; i++) uniform[i] = Math.max(signed[i] + signed[2 * half - i], 0);
    const finite = sum(uniform);
    // At the ends of a coupled chain all messages may be sure before those of the middle are.
    const scale = finite > 0 ? mass / finite : 0;
    const density = new Float64Array(this.#points);
    addSplit(density, this.#fromUniform, uniform);
    for (let i = 0; i < density.length; i++) density[i] *= scale;
    density[density.length - 1] += 1 - mass;
    return density;
  }
}
