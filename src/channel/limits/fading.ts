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
  if (fading === "awgn") return [{ power: 1, weight: 1 }];
  const steps = Math.round((TO - FROM) / STEP);
  const all = Array.from({ length: steps + 1 }, (_, i) => {
    const power = Math.exp(FROM + i * STEP);
    return { power, weight: power * Math.exp(-power) };
  });
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  return all.map(({ power, weight }) => ({ power, weight: weight / sum }));
}
