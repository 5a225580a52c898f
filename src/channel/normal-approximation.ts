import { InputError } from "../errors.ts";
import { once } from "../once.ts";
import { requireOptions } from "../options.ts";
import { sigmaOfEbN0 } from "./awgn.ts";
import { gaussianNodes, normalUpperTail, softplus } from "./gaussian.ts";
import { solve } from "./limits/bounds.ts";

/**
 * Capacity and dispersion of a channel of bits.
 * @example
 * const moments: ChannelMoments = { capacity: 0.5, dispersion: 0.9 };
 */
export interface ChannelMoments {
  /** Mean of the information density, in bits per use: the capacity. */
  readonly capacity: number;
  /** Its variance, in bits² per use: the dispersion. */
  readonly dispersion: number;
  /** Factor of log2 n in the normal approximation: ½ if left out, 0 for channels of erasures. */
  readonly logTerm?: number;
  /** Real axes of a use, which that logarithm counts; 1 if left out. */
  readonly axes?: number;
}

/** Errors are about 1e-12. */
const nodes = once(() => gaussianNodes(12, 1 / 32));

/**
 * Capacity and dispersion of BPSK over AWGN with noise standard deviation σ (amplitude 1).
 * @param sigma noise standard deviation σ, for signal amplitude 1.
 * @throws InputError if σ is not above 0.
 * @example
 * const { capacity, dispersion } = awgnMoments(sigmaOfEbN0(1, 0.5));
 * capacity > 0.5; // → true
 */
export function awgnMoments(sigma: number): ChannelMoments {
  if (!(sigma > 0)) throw new InputError(`noise standard deviation ${sigma}: it must be above 0`);
  let [capacity, second] = [0, 0];
  for (const { z, weight } of nodes()) {
    const density = 1 - softplus(-2 / sigma ** 2 - (2 * z) / sigma) / Math.LN2;
    capacity += weight * density;
    second += weight * density ** 2;
  }
  return { capacity, dispersion: second - capacity ** 2 };
}

/**
 * Capacity and dispersion of the q-ary symmetric channel, for each symbol of log2 q bits.
 * @param p probability of a wrong symbol, all q − 1 of them alike, above 0 and below (q − 1)/q.
 */
export function qscMoments(p: number, q: number): ChannelMoments {
  const entropy = -(p * Math.log2(p / (q - 1)) + (1 - p) * Math.log2(1 - p));
  return { capacity: Math.log2(q) - entropy, dispersion: p * (1 - p) * Math.log2(((1 - p) * (q - 1)) / p) ** 2 };
}

/**
 * Capacity and dispersion of a channel that erases symbols of log2 q bits (Polyanskiy, Poor and Verdú 2010, theorem 53: its
 * normal approximation has no term in log n).
 * @param erasure probability of an erasure.
 */
export function erasureMoments(erasure: number, q: number): ChannelMoments {
  const bits = Math.log2(q);
  return { capacity: (1 - erasure) * bits, dispersion: erasure * (1 - erasure) * bits ** 2, logTerm: 0 };
}

/**
 * Capacity and dispersion of the binary symmetric channel.
 * @param p crossover probability, above 0 and below 1/2.
 * @throws InputError for any other p.
 * @example
 * bscMoments(0.11).capacity.toFixed(3); // → "0.500"
 */
export function bscMoments(p: number): ChannelMoments {
  if (!(p > 0 && p < 0.5)) throw new InputError(`error probability ${p}: it must be above 0 and below 1/2`);
  return qscMoments(p, 2);
}

/**
 * The approximate FER of the best code of n channel uses with k information bits, by the normal approximation Q((nC − k + ½
 * log2 n)/√(nV)) (Polyanskiy, Poor and Verdú 2010, equation 223). It is no bound. The logarithm counts the real axes of all uses: ½ log2 n
 * is the term of n uses of the real AWGN channel (V. Y. F. Tan and M. Tomamichel, IEEE Trans. Inf. Theory 61(5), 2015), and a point in the
 * plane is two of them, so QPSK has the FER of BPSK on twice as many uses.
 * @param moments of one use of the channel: `awgnMoments` or `bscMoments`.
 * @param n channel uses: bits sent, or symbols if the moments are of a symbol.
 * @param k information bits.
 * @returns the FER, 0 … 1.
 * @example
 * const fer = normalApproximation(bscMoments(0.05), 1000, 600);
 * fer < 1e-3; // → true
 */
export function normalApproximation(moments: ChannelMoments, n: number, k: number): number {
  const names = { capacity: true, dispersion: true, logTerm: true, axes: true };
  requireOptions("normalApproximation", moments, names);
  const { capacity, dispersion, logTerm = 1 / 2, axes = 1 } = moments;
  return normalUpperTail((n * capacity - k + logTerm * Math.log2(n * axes)) / Math.sqrt(n * dispersion));
}

/**
 * The Eb/N0 in dB at which the capacity of BPSK over AWGN is the rate: no code of that rate does better, however long.
 * @param rate information bits for each bit sent, above 0 and below 1.
 * @returns Eb/N0 in dB.
 * @throws InputError for any other rate.
 * @example
 * shannonLimitEbN0(1 / 2).toFixed(2); // → "0.19"
 */
export function shannonLimitEbN0(rate: number): number {
  if (!(rate > 0 && rate < 1)) throw new InputError(`rate ${rate}: it must be above 0 and below 1`);
  return solve((ebn0) => awgnMoments(sigmaOfEbN0(ebn0, rate)).capacity - rate, -2, 30, 1e-6) ?? 30;
}
