import { sum } from "../../sum.ts";

/**
 * Averages a function over the power gain of a fading channel, of mean 1. The receiver knows the gain of each symbol.
 */
export interface Gain {
  readonly power: number;
  readonly weight: number;
}

/** The distribution of a received symbol's power. */
export type Fading = "awgn" | "rayleigh";
export const FADINGS = ["awgn", "rayleigh"] as const satisfies readonly Fading[];

/** Rayleigh fading is integrated over t = ln g, where the density exp(t − e^t) falls double-exponentially on one side. */
const [FROM, TO, STEP] = [-22, 3.8, 0.4];

/**
 * Power gains g with their weights, of sum 1. Rayleigh fading has exponential g: the trapezoidal rule over ln g, with an
 * error below 1e-6 for means of functions between 0 and 1 that vary with ln g at the scale of 1 or slower.
 */
export function gains(fading: Fading): readonly Gain[] {
  return receivedRatios(fading, 1).map(({ ratio, weight }) => ({ power: ratio, weight }));
}

/**
 * The Es/N0 of received symbols, esn0 times each power gain, with the weights of `gains`. The places of the trapezoidal
 * rule lie where every esn0 has the same ratios, so that a function is computed once for each ratio.
 */
export function receivedRatios(
  fading: Fading,
  esn0: number,
): readonly { readonly ratio: number; readonly weight: number }[] {
  if (fading === "awgn") return [{ ratio: esn0, weight: 1 }];
  const first = Math.round((FROM + Math.log(esn0)) / STEP);
  const all = Array.from({ length: Math.round((TO - FROM) / STEP) + 1 }, (_, i) => {
    const ratio = Math.exp((first + i) * STEP);
    const power = ratio / esn0;
    return { ratio, weight: power * Math.exp(-power) };
  });
  const total = sum(all.map(({ weight }) => weight));
  return all.map(({ ratio, weight }) => ({ ratio, weight: weight / total }));
}
