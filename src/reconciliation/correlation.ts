import { InputError } from "../errors.ts";

/** ρ = √(SNR/(1 + SNR)), SNR = ρ²/(1 − ρ²). @throws InputError if the SNR is not above 0. */
export function correlationOf(snr: number): number {
  if (!(snr > 0 && snr < Number.POSITIVE_INFINITY)) {
    throw new InputError(`SNR ${snr}: it must be above 0; it is linear, not in decibels`);
  }
  return Math.sqrt(snr / (1 + snr));
}

/** How two Gaussian sequences go together, as estimated from pairs of values. */
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

/** The same from as many parts as there are: sums in float64, so the values should not be far from 0. */
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

  /** @throws InputError as `estimateCorrelation`. */
  estimate(): CorrelationEstimate {
    const n = this.#count;
    if (n < 4) throw new InputError(`${n} pairs of values: an SNR is estimated from 4 or more`);
    const varianceX = this.#xx - this.#x ** 2 / n;
    const varianceY = this.#yy - this.#y ** 2 / n;
    if (!(varianceX > 0 && varianceY > 0)) throw new InputError("the values do not vary: there is no correlation");
    const correlation = (this.#xy - (this.#x * this.#y) / n) / Math.sqrt(varianceX * varianceY);
    const halfWidth = 1.959964 / Math.sqrt(n - 3);
    // Of equal sequences; artanh would be infinite.
    const fisher = Math.atanh(Math.min(correlation, 1 - 2 ** -53));
    if (fisher <= halfWidth) {
      throw new InputError(
        `the correlation of ${n} pairs is ${correlation.toPrecision(3)}: no positive one can be seen; do both ends' values belong together, with one sign?`,
      );
    }
    return {
      ...{ values: n, correlation, snr: Math.sinh(fisher) ** 2 },
      ...{ snrLow: Math.sinh(fisher - halfWidth) ** 2, snrHigh: Math.sinh(fisher + halfWidth) ** 2 },
    };
  }
}
