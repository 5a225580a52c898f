import { normalUpperTail } from "../../channel/gaussian.ts";

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
