import { sum } from "../../sum.ts";
import { edgeTypes, type MetEnsemble, type NodeType, otherDegrees, socketsPerSymbol } from "../construct/met.ts";
import {
  type CheckSide,
  channelDensity,
  checkSide,
  crossover,
  errorProbability,
  LARGEST,
  type Magnitudes,
  type TransformTerm,
  VariableSide,
} from "./sum-product.ts";

interface EvolutionOptions {
  /** Iterations at most. */
  readonly iterations: number;
  /** Bit error probability at which decoding has succeeded. */
  readonly target: number;
}

/** The course of decoding an infinitely long code. */
export interface Evolution {
  readonly converges: boolean;
  /** Flooding iterations done; if decoding converges, the iterations that it needed. */
  readonly iterations: number;
  /** Bit error probability of the variables of degree above 1 after each iteration. */
  readonly errors: readonly number[];
}

/** Steps of the uniform grid for a standard deviation of the channel's LLRs: the threshold is then right to 0.1 %. */
const STEPS_PER_DEVIATION = 32;
/** Range of sums of LLRs: a few of the largest messages. */
const RANGE = 80;
/** Standard deviations of a sum of messages within the range. */
const TAIL = 8;
/** An iteration that changes the probability of error by less, relatively, is one at a fixed point. */
const STALLED = 1e-5;

/**
 * Density evolution of a multi-edge-type ensemble with sum-product decoding, flooding, on the BI-AWGN with SNR = 1/σ²:
 * the densities of messages on each type of edge, for a graph without cycles. Densities are discrete; see `Magnitudes`.
 * Edges from variables of degree 1 carry the channel's density always.
 */
export function evolve(ensemble: MetEnsemble, snr: number, { iterations, target }: EvolutionOptions): Evolution {
  const checkNodes = checkSide(LARGEST);
  const crossovers = checkNodes.grid.map(crossover);
  const deviation = 2 * Math.sqrt(snr);
  const step = deviation / STEPS_PER_DEVIATION;
  const half = 2 ** Math.ceil(Math.log2(RANGE / step));
  const variableNodes = new VariableSide(checkNodes.grid, step, half);
  const channel = channelDensity(checkNodes.grid, snr);
  const types = edgeTypes(ensemble);
  const moving = movingTypes(ensemble);
  const terms = [
    posteriorTerms(ensemble.variables, moving),
    ...moving.map((t) => variableTerms(ensemble.variables, t, moving)),
  ];
  let toChecks: Magnitudes[] = Array.from({ length: types }, () => channel);
  const errors: number[] = [];
  for (let i = 0; i < iterations; i++) {
    const fromChecks = checkMessages(ensemble.checks, toChecks, moving, checkNodes);
    const finite = fitRange(fromChecks, checkNodes.grid, ensemble, moving, half * step);
    const [posterior, ...sums] = variableNodes.sums([channel, ...finite], terms);
    toChecks = toChecks.map((density, t) => sums[moving.indexOf(t)] ?? density);
    const before = errors[i - 1] ?? 1;
    const now = errorProbability(posterior, crossovers);
    errors.push(now);
    if (now < target) return { converges: true, iterations: i + 1, errors };
    if (before - now < STALLED * now) return { converges: false, iterations: i + 1, errors };
  }
  return { converges: false, iterations, errors };
}

/**
 * Messages of type t to checks: for each variable type, in proportion to its sockets, the sum of its other messages and
 * the channel.
 */
function variableTerms(variables: readonly NodeType[], t: number, moving: readonly number[]): TransformTerm[] {
  const sockets = socketsPerSymbol(variables, t);
  return variables
    .filter(({ degrees }) => degrees[t] > 0)
    .map(({ fraction, degrees }) => {
      const others = otherDegrees(degrees, t);
      return { factor: (fraction * degrees[t]) / sockets, exponents: [1, ...moving.map((s) => others[s])] };
    });
}

/** Edge types at variables of degree above 1: the messages of all other types keep the channel's density. */
export function movingTypes(ensemble: MetEnsemble): number[] {
  return Array.from({ length: edgeTypes(ensemble) }, (_, t) => t).filter((t) =>
    ensemble.variables.some(({ degrees }) => degrees[t] > 0 && sum(degrees) > 1),
  );
}

/** Posteriors of the variables of degree above 1, in proportion to their number. */
function posteriorTerms(variables: readonly NodeType[], moving: readonly number[]): TransformTerm[] {
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  const fractions = sum(inner.map(({ fraction }) => fraction));
  return inner.map(({ fraction, degrees }) => ({
    factor: fraction / fractions,
    exponents: [1, ...moving.map((t) => degrees[t])],
  }));
}

/** The densities of messages from checks, for each moving type. */
function checkMessages(
  checks: readonly NodeType[],
  toChecks: readonly Magnitudes[],
  moving: readonly number[],
  { grid, combine }: CheckSide,
): Magnitudes[] {
  const powers = toChecks.map((density) => powersOf(density, combine));
  return moving.map((t) => {
    const result = new Float64Array(grid.length);
    const sockets = socketsPerSymbol(checks, t);
    for (const { fraction, degrees } of checks) {
      if (degrees[t] === 0) continue;
      const factors = otherDegrees(degrees, t).flatMap((exponent, s) => (exponent === 0 ? [] : [powers[s](exponent)]));
      const share = (fraction * degrees[t]) / sockets;
      // A check of degree 1 is sure of its variable.
      if (factors.length === 0) result[grid.length - 1] += share;
      else
        factors.reduce(combine).forEach((mass, i) => {
          result[i] += share * mass;
        });
    }
    return result;
  });
}

/** Powers of a density under `combine`, each computed once, from powers of half the exponent. */
function powersOf(density: Magnitudes, combine: CheckSide["combine"]): (exponent: number) => Magnitudes {
  const known = new Map<number, Magnitudes>([[1, density]]);
  const power = (exponent: number): Magnitudes => {
    const found = known.get(exponent);
    if (found !== undefined) return found;
    const half = power(exponent >>> 1);
    const square = known.get(exponent & ~1) ?? combine(half, half);
    known.set(exponent & ~1, square);
    const result = exponent % 2 === 0 ? square : combine(square, density);
    known.set(exponent, result);
    return result;
  };
  return power;
}

/**
 * Makes the largest messages sure until the sums of the finite messages stay within the range: that happens only where
 * decoding has all but succeeded.
 */
function fitRange(
  densities: readonly Magnitudes[],
  grid: Float64Array,
  { variables }: MetEnsemble,
  moving: readonly number[],
  range: number,
): readonly Magnitudes[] {
  const sure = grid.length - 1;
  let fitting = densities;
  for (let last = sure - 1; last > 0; last--) {
    const moments = fitting.map((density) => finiteMoments(density, grid));
    const fits = variables.every(({ degrees }) => {
      const total = (of: (moment: Moments) => number): number => sum(moving.map((t, i) => degrees[t] * of(moments[i])));
      return total(({ mean }) => mean) + TAIL * Math.sqrt(total(({ variance }) => variance)) < range;
    });
    if (fits) break;
    fitting = fitting.map((density) => {
      const moved = density.slice();
      moved[sure] += moved[last];
      moved[last] = 0;
      return moved;
    });
  }
  return fitting;
}

interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Of the LLR where it is finite, times the probability that it is. */
function finiteMoments(density: Magnitudes, grid: Float64Array): Moments {
  let mean = 0;
  let square = 0;
  for (let i = 0; i < density.length - 1; i++) {
    mean += density[i] * grid[i] * (1 - 2 * crossover(grid[i]));
    square += density[i] * grid[i] ** 2;
  }
  return { mean, variance: square - mean ** 2 };
}
