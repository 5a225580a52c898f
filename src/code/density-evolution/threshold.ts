import { InputError } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { requireOptions } from "../../options.ts";
import {
  designRate,
  edgesPerSymbol,
  type MetEnsemble,
  type NodeType,
  otherDegrees,
  perSymbol,
  requireEnsemble,
  socketsPerSymbol,
} from "../construct/met.ts";
import { evolve, movingTypes } from "./met-evolution.ts";
import { channelDensity, checkSide, crossover, LARGEST } from "./sum-product.ts";

/**
 * The factor by which few errors multiply in each iteration once nearly all messages are sure (the stability condition,
 * T. Richardson, A. Shokrollahi and R. Urbanke, "Design of capacity-approaching irregular low-density parity-check codes",
 * IEEE Trans. Inf. Theory 47(2), 2001, for several edge types). Above 1 some errors always stay: the ensemble's codes have
 * words of low weight, of cycles through variables that have only two sure edges. Infinite if not all messages can become sure.
 *
 * Checks with a variable of degree 1 are never sure: they send the channel's message of that variable. A variable's
 * outgoing message is wrong if its one sure message is wrong and its other messages do not outweigh it. To first order
 * in the exponent, the probability of that event is the product of the Bhattacharyya parameters of the other messages.
 */
export function stabilityFactor(ensemble: MetEnsemble, snr: number): number {
  const { variables, checks } = ensemble;
  const moving = movingTypes(ensemble);
  const anchored = (degrees: readonly number[]): number =>
    degrees.reduce((sum, degree, t) => sum + (moving.includes(t) ? 0 : degree), 0);
  const channel = bhattacharyya(snr);
  const sides = moving.map((s) => {
    const sockets = socketsPerSymbol(checks, s);
    const sure = checks.filter(({ degrees }) => anchored(degrees) === 0);
    const others = checks.filter(({ degrees }) => anchored(degrees) > 0);
    const sureShare = socketsPerSymbol(sure, s) / sockets;
    return {
      sure: sureShare,
      // Of the messages that are not sure: their share, and the sum of their parameters.
      weak: perSymbol(others, ({ degrees }) => degrees[s] * channel(anchored(degrees))) / sockets,
      unsure: 1 - sureShare,
      // Each wrong message of type r to a sure check makes this number of wrong messages of type s.
      spread: moving.map((r) => perSymbol(sure, ({ degrees }) => degrees[s] * otherDegrees(degrees, s)[r]) / sockets),
    };
  });
  const matrix = moving.map((t) => {
    const sockets = socketsPerSymbol(variables, t);
    const row = moving.map(() => 0);
    for (const { fraction, degrees } of variables) {
      const others = otherDegrees(degrees, t);
      const rest = moving.map((s) => others[s]);
      if (degrees[t] === 0) continue;
      const share = (fraction * degrees[t]) / sockets;
      if (rest.every((degree, i) => degree === 0 || sides[i].unsure > ROUNDING)) return null;
      moving.forEach((_, i) => {
        if (rest[i] === 0 || sides[i].sure === 0) return;
        const weak = rest.reduce((product, degree, j) => product * sides[j].weak ** (degree - (i === j ? 1 : 0)), 1);
        const factor = share * channel(1) * rest[i] * weak;
        sides[i].spread.forEach((spread, r) => {
          row[r] += factor * spread;
        });
      });
    }
    return row;
  });
  return matrix.includes(null) ? Number.POSITIVE_INFINITY : spectralRadius(matrix as number[][]);
}

/** The SNR from which on errors die out, 0 if they die out at every SNR; relative accuracy 1e-6. */
export function stabilityLimit(ensemble: MetEnsemble): number {
  let low = 1e-6;
  let high = 100;
  if (stabilityFactor(ensemble, low) < 1) return 0;
  if (!(stabilityFactor(ensemble, high) < 1)) return Number.POSITIVE_INFINITY;
  while (high / low > 1 + 1e-6) {
    const middle = Math.sqrt(low * high);
    if (stabilityFactor(ensemble, middle) < 1) high = middle;
    else low = middle;
  }
  return Math.sqrt(low * high);
}

const ROUNDING = 1e-12;
const POWER_STEPS = 200;

/**
 * Bhattacharyya parameter of a check's message by the number of channel messages in it: for one message, e^(−SNR/2).
 */
function bhattacharyya(snr: number): (messages: number) => number {
  const known = new Map<number, number>([[1, Math.exp(-snr / 2)]]);
  return (messages) => {
    const found = known.get(messages);
    if (found !== undefined) return found;
    const { grid, combine } = checkSide(LARGEST);
    const channel = channelDensity(grid, snr);
    let density = channel;
    for (let i = 1; i < messages; i++) density = combine(density, channel);
    const value = density.reduce((all, mass, i) => {
      const p = crossover(grid[i]);
      return all + mass * 2 * Math.sqrt(p * (1 - p));
    }, 0);
    known.set(messages, value);
    return value;
  };
}

/**
 * Spectral radius of a matrix without negative elements, by powers; the matrix is shifted by 1 so that periodic ones
 * converge too.
 */
function spectralRadius(matrix: readonly (readonly number[])[]): number {
  let vector = matrix.map(() => 1);
  let norm = 1;
  for (let step = 0; step < POWER_STEPS; step++) {
    const next = matrix.map((row, i) => vector[i] + row.reduce((all, a, j) => all + a * vector[j], 0));
    norm = largest(next);
    vector = next.map((value) => value / norm);
  }
  return norm - 1;
}

/** Grid of message erasure probabilities on which the minimum is searched, before it is refined. */
const GRID = 10_000;
/** Halvings of the grid's step around the minimum. */
const REFINEMENTS = 30;

/**
 * The largest erasure probability of the binary erasure channel at which iterative decoding of an ensemble with edges of
 * one type succeeds: the minimum of x/λ(1 − ρ(1 − x)) over x in (0, 1] (T. Richardson and R. Urbanke, "Modern Coding Theory", 2008, section 3.12).
 */
export function erasureThreshold({ variables, checks, ...rest }: MetEnsemble): number {
  const edges = edgesPerSymbol({ variables, checks, ...rest });
  /** The polynomial of an edge's degree: Σ share · x^(degree − 1). */
  const ofEdges = (nodes: readonly NodeType[], x: number) =>
    nodes.reduce((sum, { fraction, degrees: [degree] }) => sum + ((fraction * degree) / edges) * x ** (degree - 1), 0);
  const erasureAt = (x: number) => x / ofEdges(variables, 1 - ofEdges(checks, 1 - x));
  let best = 1;
  for (let i = 1; i < GRID; i++) if (erasureAt(i / GRID) < erasureAt(best)) best = i / GRID;
  for (let step = 1 / GRID, i = 0; i < REFINEMENTS; i++, step /= 2) {
    for (const x of [best - step, best + step]) if (x > 0 && x <= 1 && erasureAt(x) < erasureAt(best)) best = x;
  }
  return Math.min(1, erasureAt(best));
}

/**
 * Accuracy of `threshold`.
 * @example
 * const options: ThresholdOptions = { target: 1e-5, resolution: 0.01 };
 */
export interface ThresholdOptions {
  /** Bit error probability of variables of degree above 1 at which decoding has succeeded. */
  readonly target: number;
  /** Relative accuracy of the SNR, 1e-9 or more; the discretisation's own is about 1e-3. */
  readonly resolution: number;
}

/** Iterations of one evolution. An SNR so near the threshold that it takes more is not resolved. */
export const ITERATIONS_MAXIMUM = 1_000;
/** The search begins this far above the Shannon limit and goes up by the same factor. */
const FIRST_FACTOR = 1.1;
/** Least relative accuracy of the SNR, far below that of the discretisation. */
const RESOLUTION_LEAST = 1e-9;
/** SNR beyond which no threshold is looked for. */
const SNR_MAXIMUM = 100;

/**
 * The lowest SNR = 1/σ² at which density evolution on the BI-AWGN comes below a bit error probability, by bisection
 * (T. Richardson and R. Urbanke, "Multi-edge type LDPC codes", 2004). Ensembles with variables of two edges of a type may keep a few
 * errors below their stability limit, and then the threshold depends on the target.
 * @param ensemble node types with their fractions and degrees.
 * @param options target and accuracy.
 * @returns the SNR 1/σ² for signal amplitude 1, as a ratio.
 * @throws InputError for a target outside 0 … 1/2, a resolution below 1e-9, an ensemble whose numbers contradict each other or whose
 * design rate is not above 0, or an ensemble that fails at every SNR.
 * @example
 * const variables = [{ fraction: 1, degrees: [3] }];
 * const checks = [{ fraction: 0.5, degrees: [6] }];
 * const snr = threshold({ name: "r", description: "", source: "", variables, checks }, { target: 1e-4, resolution: 0.05 });
 * snr > 1 && snr < 1.5; // → true
 */
export function threshold(ensemble: MetEnsemble, options: ThresholdOptions): number {
  requireOptions("threshold", options, { target: true, resolution: true });
  const { target, resolution } = options;
  requireEnsemble(ensemble);
  requireTarget(target);
  // Without it a bisection would go on when two neighbouring numbers are left.
  if (!(resolution >= RESOLUTION_LEAST))
    throw new InputError(`resolution ${resolution}: give ${RESOLUTION_LEAST} or more`);
  const succeeds = (snr: number): boolean =>
    evolve(ensemble, snr, { iterations: ITERATIONS_MAXIMUM, target }).converges;
  let low = shannonLimit(designRate(ensemble));
  let high = low * FIRST_FACTOR;
  while (!succeeds(high)) {
    low = high;
    high *= FIRST_FACTOR;
    if (high > SNR_MAXIMUM) {
      throw new InputError(
        `${ensemble.name} has no threshold below SNR ${SNR_MAXIMUM} for error probability ${target}`,
      );
    }
  }
  while (high / low > 1 + resolution) {
    const middle = Math.sqrt(low * high);
    if (succeeds(middle)) high = middle;
    else low = middle;
  }
  return Math.sqrt(low * high);
}

/** Capacity ½·log2(1 + SNR) of the Gaussian channel, in bits, the reference of reconciliation efficiencies. */
export function gaussianCapacity(snr: number): number {
  return 0.5 * Math.log2(1 + snr);
}

/** The SNR at which `gaussianCapacity` is the rate. */
export function shannonLimit(rate: number): number {
  return 2 ** (2 * rate) - 1;
}

/** @throws InputError for a target that is no bit error probability. */
export function requireTarget(target: number): void {
  if (!(target > 0 && target < 0.5)) {
    throw new InputError(`target ${target} is no bit error probability: it must be above 0 and below 1/2`);
  }
}
