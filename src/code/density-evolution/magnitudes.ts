/**
 * Symmetric densities of LLRs as distributions of their magnitude. Given its magnitude m, a message of a symmetric
 * channel is the output of a binary symmetric channel with crossover probability 1/(1 + e^m); so the distribution of m
 * determines the density (T. Richardson and R. Urbanke, "Modern Coding Theory", 2008, section 4.1).
 *
 * A magnitude between two points of a grid is split into these points so that its probability of error does not change.
 * The split makes the density slightly better, by second order in the step.
 *
 * The last point of a grid is infinite. It takes all magnitudes above the last but one. Without it decoding never
 * appears to succeed: magnitudes cut to a finite bound keep making errors.
 */
export type Magnitudes = Float64Array;

/**
 * Largest finite magnitude of a message: the probability of error is e^−28 = 7e−13, and larger magnitudes count as
 * sure.
 */
export const LARGEST = 28;

/** Places of magnitudes on a grid: point `index` takes `weight`, the next point the rest. */
export interface Split {
  readonly index: Uint32Array;
  readonly weight: Float64Array;
}

/** 1/(1 + e^m): the crossover probability of magnitude m. */
export function crossover(magnitude: number): number {
  const e = Math.exp(-magnitude);
  return e / (1 + e);
}

/** The probability of error of a density on a grid. */
export function errorProbability(density: Magnitudes, crossovers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < density.length; i++) sum += density[i] * crossovers[i];
  return sum;
}

/**
 * Splits magnitudes onto a grid that ascends from 0 and whose last point is infinite: magnitudes above the last but one
 * become sure.
 */
export function splitOnto(grid: Float64Array, magnitudes: Float64Array): Split {
  const index = new Uint32Array(magnitudes.length);
  const weight = new Float64Array(magnitudes.length);
  magnitudes.forEach((m, i) => {
    const lower = pointBelow(grid, m);
    index[i] = lower;
    weight[i] = lowerWeight(m, grid[lower], grid[lower + 1]);
  });
  return { index, weight };
}

/** Adds a density to another one on the grid that `split` leads to. */
export function addSplit(target: Magnitudes, { index, weight }: Split, density: Magnitudes): void {
  for (let i = 0; i < density.length; i++) {
    const mass = density[i];
    const lower = mass * weight[i];
    target[index[i]] += lower;
    target[index[i] + 1] += mass - lower;
  }
}

/** The last point not above m, but one with a point after it. */
function pointBelow(grid: Float64Array, m: number): number {
  let low = 0;
  let high = grid.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (grid[middle] <= m) low = middle;
    else high = middle;
  }
  return low;
}

/** (p(m) − p(high))/(p(low) − p(high)) with p the crossover probabilities, without differences of nearly equal numbers. */
function lowerWeight(m: number, low: number, high: number): number {
  if (high === Number.POSITIVE_INFINITY) return m > low ? 0 : 1;
  // tanh(a) − tanh(b) = sinh(a − b)/(cosh(a)·cosh(b)), and p = (1 − tanh(m/2))/2.
  return (Math.sinh((high - m) / 2) * Math.cosh(low / 2)) / (Math.sinh((high - low) / 2) * Math.cosh(m / 2));
}
