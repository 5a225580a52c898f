import type { GridPoints } from "./grid.ts";

/** Fractional bits of the integers that represent LLRs of bits between demapper and decoder. */
export const SOFT_BITS = 14;
/** Largest LLR. */
const MOST_LLR = 1024;

/** Index of the received value 0 in a table of values −16384 … 16383. */
export const SOFT_ORIGIN = 16_384;
export const SOFT_ROWS = 2 * SOFT_ORIGIN;

/** Number of entries of the tables of `channel/points/demap-plane`, and of entries per unit of LLR. */
export const EXPONENTIALS = 16_384;
export const EXPONENTIALS_PER_LLR = 2 ** 10;
export const LOGARITHMS = 4096;

/**
 * LLRs of the bits of a label on one axis, for every received value: ln Σ exp(−(y − x)²/2σ²) over the amplitudes x
 * whose label has the bit 0, minus the sum for the bit 1.
 * @param exact false: the largest term instead of each sum.
 * @returns [value + 16384][bit], in multiples of 2^-14, of size 1024 · 2^14 at most.
 */
export function softTable({ points, bits, step }: GridPoints, sigma: number, exact: boolean): Int32Array {
  const table = new Int32Array(SOFT_ROWS * bits);
  const exponents = new Float64Array(points.length);
  for (let row = 0; row < SOFT_ROWS; row++) {
    for (let label = 0; label < points.length; label++) {
      const distance = ((row - SOFT_ORIGIN - points[label]) * step) / sigma;
      exponents[label] = (-distance * distance) / 2;
    }
    for (let bit = 0; bit < bits; bit++) {
      const llr = logSum(exponents, bit, 0, exact) - logSum(exponents, bit, 1, exact);
      table[row * bits + bit] = Math.round(Math.max(-MOST_LLR, Math.min(MOST_LLR, llr)) * 2 ** SOFT_BITS);
    }
  }
  return table;
}

/** ln of the sum of exp over the labels whose bit has a value. */
function logSum(exponents: Float64Array, bit: number, value: number, exact: boolean): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let label = 0; label < exponents.length; label++) {
    if (((label >> bit) & 1) === value && exponents[label] > highest) highest = exponents[label];
  }
  if (!exact) return highest;
  let sum = 0;
  for (let label = 0; label < exponents.length; label++) {
    if (((label >> bit) & 1) === value) sum += Math.exp(exponents[label] - highest);
  }
  return highest + Math.log(sum);
}

/** 2^16·exp(−i/2^10); the last is 0. */
export function exponentialTable(): Uint32Array {
  const table = Uint32Array.from({ length: EXPONENTIALS }, (_, i) =>
    Math.round(2 ** 16 * Math.exp(-i / EXPONENTIALS_PER_LLR)),
  );
  table[EXPONENTIALS - 1] = 0;
  return table;
}

/** 2^14·ln(1 + i/2^12), at the middle of each cell. */
export function logarithmTable(): Int32Array {
  return Int32Array.from({ length: LOGARITHMS }, (_, i) =>
    Math.round(2 ** SOFT_BITS * Math.log1p((i + 1 / 2) / LOGARITHMS)),
  );
}
