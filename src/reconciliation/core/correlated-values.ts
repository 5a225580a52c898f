import { philox } from "../../channel/random/philox.ts";
import { STREAM_VALUES } from "../../channel/random/streams.ts";
import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import { correlationOf } from "./correlation.ts";

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
