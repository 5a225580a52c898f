import type { ChannelMoments } from "../normal-approximation.ts";

/**
 * The receiver's use of a modulation's labels: the symbol as a whole, or its bits, or groups of bits, one by one as if they were
 * independent.
 */
export type Demapping = "coded-modulation" | "bicm" | { readonly groupBits: number };

/** Moments of the information density for noise of a standard deviation on each axis. */
export type Density = (sigma: number, demapping: Demapping) => ChannelMoments;

/** Sums the information density of received points with weights. */
export class DensitySum {
  /** ln p(y | point)/p(y | point sent) of the received point, by label. The caller of `add` writes it. */
  readonly exponents: Float64Array;
  /** p(y | point)/p(y | point sent) of the received point, by label. The caller of `addLikelihoods` writes it. */
  readonly likelihoods: Float64Array;
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

  /** Adds a received point by its `exponents`, of any size. */
  add(sent: number, weight: number): void {
    const { exponents, likelihoods } = this;
    let highest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < exponents.length; j++) highest = Math.max(highest, exponents[j]);
    for (let j = 0; j < likelihoods.length; j++) likelihoods[j] = Math.exp(exponents[j] - highest);
    this.addScaled(sent, weight, highest);
  }

  /** Adds a received point by its `likelihoods`, which are finite; that of the point sent is 1. Overwrites them. */
  addLikelihoods(sent: number, weight: number): void {
    this.addScaled(sent, weight, 0);
  }

  private addScaled(sent: number, weight: number, highest: number): void {
    const { likelihoods, bits } = this;
    let all = 0;
    for (let j = 0; j < likelihoods.length; j++) all += likelihoods[j];
    const isWhole = this.groupBits === bits;
    const density = isWhole ? bits - Math.log2(all) - highest / Math.LN2 : this.ofGroups(sent, all);
    this.first += weight * density;
    this.second += weight * density ** 2;
  }

  moments(): ChannelMoments {
    return { capacity: this.first, dispersion: Math.max(0, this.second - this.first ** 2) };
  }

  /** Groups from the highest bits down. Adding up the values of a group leaves the likelihoods of the bits below it. */
  private ofGroups(sent: number, all: number): number {
    const { bits, groupBits, likelihoods } = this;
    let density = bits;
    for (let bit = bits - groupBits; bit >= 0; bit -= groupBits) {
      const mask = (2 ** groupBits - 1) << bit;
      const below = 2 ** bit;
      const first = sent & mask;
      let same = 0;
      for (let j = 0; j < below; j++) same += likelihoods[first + j];
      for (let from = below; from < below * 2 ** groupBits; from += below) {
        for (let j = 0; j < below; j++) likelihoods[j] += likelihoods[from + j];
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
