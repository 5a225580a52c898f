import type { Modulation, Pam, Plane } from "../modulation/modulations.ts";
import type { ChannelMoments } from "../normal-approximation.ts";
import { type Fading, gains } from "./fading.ts";

/**
 * The receiver's use of a modulation's labels: the symbol as a whole, or its bits, or groups of bits, one by one as if they were
 * independent.
 */
export type Demapping = "coded-modulation" | "bicm" | { readonly groupBits: number };

/**
 * Mean and variance of the information density of one symbol, in bits and bits²: the capacity with equally likely
 * points, and the dispersion. For bit-interleaved coded modulation (G. Caire, G. Taricco and E. Biglieri, IEEE Trans.
 * Inf. Theory 44(3), 1998) the density is the sum of the bits' densities.
 * @param esn0 mean energy of a symbol over N0, as a ratio. The noise has the variance N0/2 on each axis.
 * @param fading distribution of the received power, independent from symbol to symbol and known to the receiver.
 */
export function modulationMoments(
  { shape, bits }: Modulation,
  esn0: number,
  fading: Fading,
  demapping: Demapping,
): ChannelMoments {
  const axes = shape.axes === "joint" ? 1 : shape.axes;
  let [mean, square, within] = [0, 0, 0];
  for (const { power, weight } of gains(fading)) {
    const density = shape.axes === "joint" ? planeDensity(shape) : axisDensity(shape, bits / axes);
    const { capacity, dispersion } = density(Math.sqrt(1 / (2 * esn0 * power)), demapping);
    // The axes' densities add up, and are independent for a given gain.
    mean += weight * axes * capacity;
    square += weight * (axes * capacity) ** 2;
    within += weight * axes * dispersion;
  }
  return { capacity: mean, dispersion: within + Math.max(0, square - mean ** 2) };
}

type Density = (sigma: number, demapping: Demapping) => ChannelMoments;

/**
 * Range of the integration in standard deviations of the noise, with a grid on which the trapezoidal rule errs by 1e-8
 * or less.
 */
const TAIL = 7;
const STEP = 1 / 4;
const NOISE = Array.from({ length: 2 * (TAIL / STEP) + 1 }, (_, i) => -TAIL + i * STEP);
const WEIGHTS = normalised(NOISE.map((z) => Math.exp((-z * z) / 2)));

/** Range and grid for each axis of the plane, coarser because the number of cells is squared. */
const PLANE_STEP = 1 / 2;
const PLANE_NOISE = Array.from({ length: 2 * (TAIL / PLANE_STEP) + 1 }, (_, i) => -TAIL + i * PLANE_STEP);
const PLANE_WEIGHTS = normalised(PLANE_NOISE.map((z) => Math.exp((-z * z) / 2)));

function axisDensity({ amplitudes }: Pam, bits: number): Density {
  return (sigma, demapping) => {
    const sum = new Sum(amplitudes.length, bits, demapping);
    amplitudes.forEach((sent, label) => {
      // The mirrored amplitude has the mirrored labels, which differ from these in one bit throughout: the same density.
      if (sent < 0) return;
      NOISE.forEach((z, i) => {
        for (let j = 0; j < amplitudes.length; j++) {
          const distance = (sent - amplitudes[j]) / sigma;
          sum.exponents[j] = -distance * (distance / 2 + z);
        }
        sum.add(label, (2 * WEIGHTS[i]) / amplitudes.length);
      });
    });
    return sum.moments();
  };
}

function planeDensity({ points }: Plane): Density {
  return (sigma, demapping) => {
    const sum = new Sum(points.length, Math.log2(points.length), demapping);
    points.forEach(([x, y], label) => {
      PLANE_NOISE.forEach((zx, i) => {
        PLANE_NOISE.forEach((zy, j) => {
          points.forEach(([otherX, otherY], k) => {
            const [dx, dy] = [(x - otherX) / sigma, (y - otherY) / sigma];
            sum.exponents[k] = -dx * (dx / 2 + zx) - dy * (dy / 2 + zy);
          });
          sum.add(label, (PLANE_WEIGHTS[i] * PLANE_WEIGHTS[j]) / points.length);
        });
      });
    });
    return sum.moments();
  };
}

/** Sums the information density of received points with weights. */
class Sum {
  /** ln p(y | point)/p(y | point sent) of the received point, by label. The caller writes it. */
  readonly exponents: Float64Array;
  private readonly likelihoods: Float64Array;
  private readonly bits: number;
  /** Bits of a group; all of them for a symbol as a whole. */
  private readonly groupBits: number;
  private first = 0;
  private second = 0;

  constructor(points: number, bits: number, demapping: Demapping) {
    this.exponents = new Float64Array(points);
    this.likelihoods = new Float64Array(points);
    this.bits = bits;
    this.groupBits = demapping === "coded-modulation" ? bits : demapping === "bicm" ? 1 : demapping.groupBits;
  }

  add(sent: number, weight: number): void {
    const { exponents, likelihoods, bits } = this;
    let highest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < exponents.length; j++) highest = Math.max(highest, exponents[j]);
    let all = 0;
    for (let j = 0; j < likelihoods.length; j++) {
      likelihoods[j] = Math.exp(exponents[j] - highest);
      all += likelihoods[j];
    }
    const isWhole = this.groupBits === bits;
    const density = isWhole ? bits - Math.log2(all) - highest / Math.LN2 : this.ofGroups(sent, all);
    this.first += weight * density;
    this.second += weight * density ** 2;
  }

  moments(): ChannelMoments {
    return { capacity: this.first, dispersion: Math.max(0, this.second - this.first ** 2) };
  }

  private ofGroups(sent: number, all: number): number {
    let density = this.bits;
    for (let bit = 0; bit < this.bits; bit += this.groupBits) {
      const mask = (2 ** this.groupBits - 1) << bit;
      let same = 0;
      for (let label = 0; label < this.likelihoods.length; label++) {
        if (((label ^ sent) & mask) === 0) same += this.likelihoods[label];
      }
      // If all points with this group underflow, the likeliest of them decides.
      const log = same > 0 ? Math.log(same) : this.bestOf(sent, mask);
      density -= (Math.log(all) - log) / Math.LN2;
    }
    return density;
  }

  private bestOf(sent: number, mask: number): number {
    let [best, highest] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    this.exponents.forEach((exponent, label) => {
      highest = Math.max(highest, exponent);
      if (((label ^ sent) & mask) === 0) best = Math.max(best, exponent);
    });
    return best - highest;
  }
}

function normalised(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
