import { sum } from "../../sum.ts";
import { addSplit, type Magnitudes, splitOnto } from "./magnitudes.ts";

/** Points of the sum for a standard deviation, and standard deviations that it covers. */
const POINTS = 1_000;
const COVERED = 9;

/**
 * LLRs of the BI-AWGN with SNR = 1/σ² on a grid of magnitudes: given that 0 was sent, Gaussian with mean 2·SNR and
 * variance 4·SNR.
 */
export function channelDensity(grid: Float64Array, snr: number): Magnitudes {
  const mean = 2 * snr;
  const deviation = 2 * Math.sqrt(snr);
  const step = deviation / POINTS;
  const count = Math.ceil(mean / step) + COVERED * POINTS;
  const magnitudes = Float64Array.from({ length: count }, (_, i) => (i + 0.5) * step);
  const gauss = (x: number): number => Math.exp(-(((x - mean) / deviation) ** 2) / 2);
  const masses = magnitudes.map((m) => gauss(m) + gauss(-m));
  const all = sum(masses);
  const density = new Float64Array(grid.length);
  addSplit(
    density,
    splitOnto(grid, magnitudes),
    masses.map((mass) => mass / all),
  );
  return density;
}
