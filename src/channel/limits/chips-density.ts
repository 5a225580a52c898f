import type { Chips } from "../modulation/modulation.ts";
import type { ChannelMoments } from "../normal-approximation.ts";
import { philox } from "../random/philox.ts";
import { type Demapping, type Density, DensitySum } from "./density-sum.ts";

/** Products that one estimate takes, and most noise vectors of it. */
const PRODUCTS = 2 ** 24;
const VECTORS = 2 ** 14;

/** Distance in dB of the noise's powers for which moments are estimated. Between them a cubic errs by less than the estimate does. */
const STEP = 1;

/**
 * The information density of sequences of chips, averaged over fixed pseudo-random noise vectors and their negatives: a
 * grid over 64 axes would have too many points. The standard error of the capacity is about 0.01 of the bits of a label.
 */
export function chipsDensity(shape: Chips): Density {
  let estimate = ESTIMATES.get(shape);
  if (estimate === undefined) {
    estimate = estimateOf(shape);
    ESTIMATES.set(shape, estimate);
  }
  const { bits, momentsAt } = estimate;
  return (sigma, demapping) => {
    const place = (20 * Math.log10(sigma)) / STEP;
    const first = Math.floor(place) - 1;
    const nodes = [0, 1, 2, 3].map((i) => momentsAt(first + i, demapping));
    const between = (value: (moments: ChannelMoments) => number, most: number) =>
      Math.min(most, Math.max(0, cubic(nodes.map(value), place - first - 1)));
    return {
      capacity: between(({ capacity }) => capacity, bits),
      dispersion: between(({ dispersion }) => dispersion, Number.POSITIVE_INFINITY),
    };
  };
}

/** Moments at multiples of STEP, each computed once. Limits over fading ask for thousands of noise powers. */
interface Estimate {
  readonly bits: number;
  readonly momentsAt: (step: number, demapping: Demapping) => ChannelMoments;
}

const ESTIMATES = new WeakMap<Chips, Estimate>();

function estimateOf({ points }: Chips): Estimate {
  const [count, chips, bits] = [points.length, points[0].length, Math.log2(points.length)];
  const vectors = Math.min(VECTORS, Math.floor(PRODUCTS / (count * chips)));
  // Correlations decide, as all points have the same energy, and those with the noise depend on the noise's power by a factor only.
  const ofPoints = points.map((point) => points.map((other) => product(point, other)));
  const ofNoise = Array.from({ length: Math.ceil(vectors / 2) }, (_, i) => {
    const noise = gaussians(i, chips);
    return points.map((point) => product(noise, point));
  });
  const known = new Map<string, ChannelMoments>();
  const momentsAt = (step: number, demapping: Demapping) => {
    const key = `${step} ${typeof demapping === "string" ? demapping : demapping.groupBits}`;
    let moments = known.get(key);
    if (moments === undefined) {
      const sigma = 10 ** ((step * STEP) / 20);
      const sum = new DensitySum(count, bits, demapping);
      for (let i = 0; i < vectors; i++) {
        const label = (i >> 1) % count;
        const [signal, noise] = [ofPoints[label], ofNoise[i >> 1]];
        const factor = (i % 2 === 0 ? 1 : -1) / sigma;
        for (let j = 0; j < count; j++) {
          sum.exponents[j] = (signal[j] - signal[label]) / sigma ** 2 + (noise[j] - noise[label]) * factor;
        }
        sum.add(label, 1 / vectors);
      }
      moments = sum.moments();
      known.set(key, moments);
    }
    return moments;
  };
  return { bits, momentsAt };
}

/** The cubic through four values at -1, 0, 1 and 2 (Lagrange), at a place from 0 to 1. */
function cubic([a, b, c, d]: readonly number[], x: number): number {
  return (
    (-x * (x - 1) * (x - 2) * a) / 6 +
    ((x + 1) * (x - 1) * (x - 2) * b) / 2 -
    ((x + 1) * x * (x - 2) * c) / 2 +
    ((x + 1) * x * (x - 1) * d) / 6
  );
}

function product(a: ArrayLike<number>, b: readonly number[]): number {
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
