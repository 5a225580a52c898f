import { InputError } from "../../errors.ts";
import type { DisclosedPairs } from "./cv-estimation.ts";

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
export interface CorrelationEstimate {
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

/**
 * Estimates the correlation of Gaussian values from pairs that both ends have made public.
 * @throws InputError for sequences of different lengths, fewer than 4 pairs, values that do not vary, or no positive correlation
 * to be seen (95 %).
 */
export function estimateCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): CorrelationEstimate {
  const sums = new PairSums();
  sums.add(x, y);
  return sums.estimate();
}

/**
 * The estimate of `estimateCorrelation` from any number of parts: sums in float64, so the values should not be far from
 * 0.
 */
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

  /** @throws InputError as `estimateCorrelation`. */
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
