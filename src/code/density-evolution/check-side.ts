import { Recent } from "../../recent.ts";
import { type Magnitudes, type Split, splitOnto } from "./magnitudes.ts";

/** Smallest magnitude above 0, and ratio of consecutive magnitudes: relative steps, because checks multiply. */
const SMALLEST = 1e-3;
const RATIO = 1.03;

/** The operation of check nodes on densities on a grid. */
export interface CheckSide {
  /** Magnitudes, ascending from 0 to infinity. */
  readonly grid: Float64Array;
  /**
   * The density of the message of a check with messages of densities a and b: magnitudes 2·artanh(tanh(m/2)·tanh(m'/2)),
   * crossover probabilities p·(1 − p') + p'·(1 − p).
   */
  combine(a: Magnitudes, b: Magnitudes): Magnitudes;
}

/** A table has a megabyte. */
const made = new Recent<number, CheckSide>(8);

/** The grid of checks, geometric up to the largest finite magnitude, and their operation as a table, which is made once. */
export function checkSide(largest: number): CheckSide {
  return made.get(largest, () => newCheckSide(largest));
}

function newCheckSide(largest: number): CheckSide {
  const steps = Math.ceil(Math.log(largest / SMALLEST) / Math.log(RATIO));
  const ratio = (largest / SMALLEST) ** (1 / steps);
  const finite = Array.from({ length: steps + 1 }, (_, i) => SMALLEST * ratio ** i);
  const grid = Float64Array.of(0, ...finite, Number.POSITIVE_INFINITY);
  const size = grid.length;
  // The operation is symmetric: the table has the pairs i ≤ j, row by row.
  const magnitudes = new Float64Array((size * (size + 1)) / 2);
  for (let i = 0, at = 0; i < size; i++) for (let j = i; j < size; j++) magnitudes[at++] = boxPlus(grid[i], grid[j]);
  const { index, weight }: Split = splitOnto(grid, magnitudes);
  return {
    grid,
    combine(a, b) {
      // The shares of the lower and of the upper points apart, because neighbours in a row often share a point.
      const lower = new Float64Array(size);
      const upper = new Float64Array(size);
      for (let i = 0, at = 0; i < size; i++) {
        const [ai, bi] = [a[i], b[i]];
        if (ai === 0 && bi === 0) {
          at += size - i;
          continue;
        }
        for (let j = i; j < size; j++, at++) {
          const mass = i === j ? ai * bi : ai * b[j] + a[j] * bi;
          const share = mass * weight[at];
          lower[index[at]] += share;
          upper[index[at]] += mass - share;
        }
      }
      for (let i = 1; i < size; i++) lower[i] += upper[i - 1];
      return lower;
    },
  };
}

/** 2·artanh(tanh(a/2)·tanh(b/2)); the second form where the product is too near 1 for the first. */
function boxPlus(a: number, b: number): number {
  if (Math.max(a, b) === Number.POSITIVE_INFINITY) return Math.min(a, b);
  const product = Math.tanh(a / 2) * Math.tanh(b / 2);
  if (product < 0.9) return 2 * Math.atanh(product);
  return Math.min(a, b) + Math.log1p(Math.exp(-(a + b))) - Math.log1p(Math.exp(-Math.abs(a - b)));
}
