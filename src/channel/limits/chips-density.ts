import type { Chips } from "../modulation/modulation.ts";
import { philox } from "../random/philox.ts";
import { type Density, DensitySum } from "./density-sum.ts";

/** Products that one estimate takes, and most noise vectors of it. */
const PRODUCTS = 2 ** 24;
const VECTORS = 2 ** 14;

/**
 * The information density of sequences of chips, averaged over fixed pseudo-random noise vectors and their negatives: a
 * grid over 64 axes would have too many points. The standard error of the capacity is about 0.01 of the bits of a label.
 */
export function chipsDensity({ points }: Chips): Density {
  return (sigma, demapping) => {
    const chips = points[0].length;
    const vectors = Math.min(VECTORS, Math.floor(PRODUCTS / (points.length * chips)));
    const sum = new DensitySum(points.length, Math.log2(points.length), demapping);
    const received = new Float64Array(chips);
    for (let i = 0; i < vectors; i++) {
      const label = (i >> 1) % points.length;
      const noise = gaussians(i >> 1, chips);
      const sign = i % 2 === 0 ? 1 : -1;
      for (let chip = 0; chip < chips; chip++) received[chip] = points[label][chip] / sigma + sign * noise[chip];
      // All points have the same energy, so that correlations decide.
      const correlations = points.map((point) => product(received, point) / sigma);
      for (let j = 0; j < points.length; j++) sum.exponents[j] = correlations[j] - correlations[label];
      sum.add(label, 1 / vectors);
    }
    return sum.moments();
  };
}

function product(a: Float64Array, b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Standard Gaussians by Box and Muller. @param count even. */
function gaussians(vector: number, count: number): Float64Array {
  const values = new Float64Array(count);
  const words = new Uint32Array(4);
  for (let i = 0; i < count; i += 4) {
    philox(i, vector, 0, 0, 0, 0, words);
    for (let pair = 0; pair < 4 && i + pair < count; pair += 2) {
      const radius = Math.sqrt(-2 * Math.log((words[pair] + 1) / (2 ** 32 + 1)));
      const angle = (2 * Math.PI * words[pair + 1]) / 2 ** 32;
      values[i + pair] = radius * Math.cos(angle);
      values[i + pair + 1] = radius * Math.sin(angle);
    }
  }
  return values;
}
