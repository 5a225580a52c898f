import { InputError } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { requireOptions } from "../../options.ts";
import { sum } from "../../sum.ts";
import {
  designRate,
  type MetEnsemble,
  otherDegrees,
  perSymbol,
  requireEnsemble,
  socketsPerSymbol,
} from "../construct/met.ts";
import { finish, type Steps } from "../steps.ts";
import { type Evolution, type EvolutionOptions, evolve, evolveErasures, movingTypes } from "./met-evolution.ts";
import { exitConverges } from "./protograph.ts";
import { awgnLlr, bscLlr, checkSide, crossover, type LlrChannel } from "./sum-product.ts";

/** A channel with binary inputs of which thresholds are known, by its parameter. */
export interface ThresholdChannel {
  /** The parameter, for readers. */
  readonly parameter: string;
  readonly better: "larger" | "smaller";
  /** Values far worse and far better than any threshold. */
  readonly span: readonly [worst: number, best: number];
  /** The value at which the capacity is the rate. */
  readonly limit: (rate: number) => number;
  /** Sum-product decoding at a value. */
  readonly evolve: (ensemble: MetEnsemble, value: number, options: EvolutionOptions) => Evolution;
  readonly llr: (value: number) => StableLlr;
}

/** What stability depends on. Over the erasure channel the parameter is the whole density. */
type StableLlr = Pick<LlrChannel, "bhattacharyya"> & Partial<LlrChannel>;

/** `awgn` by SNR = 1/σ² against the capacity ½·log2(1 + SNR) of Gaussian inputs, `bsc` and `bec` by their probability. */
export const thresholdChannels = {
  awgn: {
    parameter: "SNR",
    better: "larger",
    span: [1e-6, 100],
    limit: shannonLimit,
    evolve: (ensemble, snr, options) => evolve(ensemble, awgnLlr(snr), options),
    llr: awgnLlr,
  },
  bsc: {
    parameter: "crossover probability",
    better: "smaller",
    span: [0.5 - 1e-9, 1e-9],
    limit: (rate) => bisect((p) => 1 - binaryEntropy(p) > rate, 0.5 - 1e-12, 1e-12, 1e-9),
    evolve: (ensemble, p, options) => evolve(ensemble, bscLlr(p), options),
    llr: bscLlr,
  },
  bec: {
    parameter: "erasure probability",
    better: "smaller",
    span: [1 - 1e-9, 1e-9],
    limit: (rate) => 1 - rate,
    evolve: evolveErasures,
    llr: (erasure) => ({ bhattacharyya: erasure }),
  },
} as const satisfies Readonly<Record<string, ThresholdChannel>>;

function binaryEntropy(p: number): number {
  return -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}

/** The value, above 0, between one that fails and one that succeeds, to a relative accuracy. */
export function bisect(
  succeeds: (value: number) => boolean,
  failing: number,
  good: number,
  resolution: number,
): number {
  return finish(bisectSteps(succeeds, failing, good, resolution));
}

function* bisectSteps(
  succeeds: (value: number) => boolean,
  failing: number,
  good: number,
  resolution: number,
): Steps<number> {
  let [bad, fine] = [failing, good];
  while (Math.max(bad / fine, fine / bad) > 1 + resolution) {
    const middle = Math.sqrt(bad * fine);
    if (succeeds(middle)) fine = middle;
    else bad = middle;
    yield 0;
  }
  return Math.sqrt(bad * fine);
}

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
export function stabilityFactor(ensemble: MetEnsemble, llr: StableLlr): number {
  const { variables, checks } = ensemble;
  const moving = movingTypes(ensemble);
  const isMoving = new Set(moving);
  /** Checks by their number of edges that carry the channel's message always. */
  const anchored = checks.map((node) => ({
    ...node,
    anchors: sum(node.degrees.map((degree, t) => (isMoving.has(t) ? 0 : degree))),
  }));
  const sureChecks = anchored.filter(({ anchors }) => anchors === 0);
  const channel = bhattacharyya(llr);
  const sides = moving.map((s) => {
    const sockets = socketsPerSymbol(checks, s);
    const sure = sureChecks.filter(({ degrees }) => degrees[s] > 0);
    const sureShare = socketsPerSymbol(sure, s) / sockets;
    const unsure = anchored.filter(({ anchors, degrees }) => anchors > 0 && degrees[s] > 0);
    return {
      sure: sureShare,
      // Of the messages that are not sure: their share, and the sum of their parameters.
      weak: sum(unsure.map(({ fraction, degrees, anchors }) => fraction * degrees[s] * channel(anchors))) / sockets,
      unsure: 1 - sureShare,
      // Each wrong message of type r to a sure check makes this number of wrong messages of type s.
      spread: moving.map(
        (r) => perSymbol(sure, ({ degrees }) => degrees[s] * (degrees[r] - (r === s ? 1 : 0))) / sockets,
      ),
    };
  });
  const matrix = moving.map((t) => {
    const sockets = socketsPerSymbol(variables, t);
    const row = moving.map(() => 0);
    for (const { fraction, degrees, punctured } of variables) {
      if (degrees[t] === 0) continue;
      const others = otherDegrees(degrees, t);
      const rest = moving.flatMap((s, i) => (others[s] > 0 ? [{ i, degree: others[s] }] : []));
      const share = (fraction * degrees[t]) / sockets;
      if (rest.every(({ i }) => sides[i].unsure > ROUNDING)) return null;
      for (const { i, degree: own } of rest) {
        if (sides[i].sure === 0) continue;
        const weak = rest.reduce(
          (product, { i: j, degree }) => product * sides[j].weak ** (degree - (i === j ? 1 : 0)),
          1,
        );
        const factor = share * (punctured ? 1 : channel(1)) * own * weak;
        if (factor === 0) continue;
        sides[i].spread.forEach((spread, r) => {
          row[r] += factor * spread;
        });
      }
    }
    return row;
  });
  return matrix.includes(null) ? Number.POSITIVE_INFINITY : spectralRadius(matrix as number[][]);
}

/**
 * The value of a channel's parameter from which on errors die out; undefined if they die out at every value, the best
 * value of the span if at none. Relative accuracy 1e-6.
 */
export function stabilityLimit(
  ensemble: MetEnsemble,
  { llr, span: [worst, best] }: ThresholdChannel,
): number | undefined {
  const isStable = (value: number) => stabilityFactor(ensemble, llr(value)) < 1;
  if (isStable(worst)) return undefined;
  return isStable(best) ? bisect(isStable, worst, best, 1e-6) : best;
}

const ROUNDING = 1e-12;
const POWER_STEPS = 200;

/** Bhattacharyya parameter of a check's message by the number of channel messages in it. */
function bhattacharyya(llr: StableLlr): (messages: number) => number {
  const known = new Map<number, number>([[1, llr.bhattacharyya]]);
  return (messages) => {
    const found = known.get(messages);
    if (found !== undefined) return found;
    // Erased messages erase the sum: over the erasure channel the parameter is the probability.
    if (llr.density === undefined) return 1 - (1 - llr.bhattacharyya) ** messages;
    const { grid, combine } = checkSide();
    const channel = llr.density(grid);
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
  /** By EXIT analysis: milliseconds, right to a few hundredths of a dB, and without a target. Default false. */
  readonly quick?: boolean;
}

/** The search begins at the capacity of this rate where the design rate is 0 or less, as rows of the matrix depend on others. */
const RATE_LEAST = 0.01;
/** Iterations of one evolution. An SNR so near the threshold that it takes more is not resolved. */
export const ITERATIONS_MAXIMUM = 1_000;
/** The search begins this far above the Shannon limit and goes up by the same factor. */
const FIRST_FACTOR = 1.1;
/** Least relative accuracy of the SNR, far below that of the discretisation. */
const RESOLUTION_LEAST = 1e-9;
/** Probability below which no threshold is looked for. */
const VALUE_LEAST = 1e-4;

/**
 * The lowest SNR = 1/σ² at which density evolution on the BI-AWGN comes below a bit error probability, by bisection
 * (T. Richardson and R. Urbanke, "Multi-edge type LDPC codes", 2004). Ensembles with variables of two edges of a type may keep a few
 * errors below their stability limit, and then the threshold depends on the target.
 * @param ensemble node types with their fractions and degrees.
 * @param options target and accuracy, and whether EXIT analysis is enough.
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
  requireOptions("threshold", options, { target: true, resolution: true, quick: true });
  const { target, resolution, quick = false } = options;
  requireEnsemble(ensemble);
  requireTarget(target);
  // Without it a bisection would go on when two neighbouring numbers are left.
  if (!(resolution >= RESOLUTION_LEAST))
    throw new InputError(`resolution ${resolution}: give ${RESOLUTION_LEAST} or more`);
  return thresholdOver(
    thresholdChannels.awgn,
    ensemble,
    (snr) =>
      quick
        ? { converges: exitConverges(ensemble, snr) }
        : evolve(ensemble, awgnLlr(snr), { iterations: ITERATIONS_MAXIMUM, target }),
    resolution,
  );
}

/**
 * The worst value of a channel's parameter at which an evolution converges, found from the capacity's limit on.
 * @throws InputError if it converges nowhere in the channel's span.
 */
export function thresholdOver(
  channel: ThresholdChannel,
  ensemble: MetEnsemble,
  evolution: (value: number) => Pick<Evolution, "converges">,
  resolution: number,
): number {
  return finish(thresholdSteps(channel, ensemble, evolution, resolution));
}

/** As `thresholdOver`, an evolution a step. The share that is done is not known. */
export function* thresholdSteps(
  { limit, better, span, parameter }: ThresholdChannel,
  ensemble: MetEnsemble,
  evolution: (value: number) => Pick<Evolution, "converges">,
  resolution: number,
): Steps<number> {
  const factor = better === "larger" ? FIRST_FACTOR : 1 / FIRST_FACTOR;
  const rate = designRate(ensemble);
  let bad = limit(rate > 0 ? rate : RATE_LEAST);
  let good = bad * factor;
  while (!evolution(good).converges) {
    [bad, good] = [good, good * factor];
    if (better === "larger" ? good > span[1] : good < Math.max(span[1], VALUE_LEAST))
      throw new InputError(
        `${ensemble.name} has no threshold up to ${parameter} ${bad.toPrecision(3)}: errors stay above the target`,
      );
    yield 0;
  }
  return yield* bisectSteps((value) => evolution(value).converges, bad, good, resolution);
}

/** Capacity ½·log2(1 + SNR) of the Gaussian channel, in bits, the reference of reconciliation efficiencies. */
export function gaussianCapacity(snr: number): number {
  return 0.5 * Math.log2(1 + snr);
}

/** The SNR at which `gaussianCapacity` is the rate. */
export function shannonLimit(rate: number): number {
  return 2 ** (2 * rate) - 1;
}

/**
 * As `thresholdSteps`, but for ensembles of which most are worse than one that is known: a search tries them there first.
 * @param known the threshold of that ensemble.
 * @returns undefined for an ensemble that fails at `known`.
 */
export function* betterThresholdSteps(
  { better }: ThresholdChannel,
  evolution: (value: number) => Pick<Evolution, "converges">,
  known: number,
  resolution: number,
): Steps<number | undefined> {
  let [good, bad] = [known, known];
  for (let step = resolution; evolution(bad).converges; step *= 2) {
    good = bad;
    bad *= better === "larger" ? 1 / (1 + step) : 1 + step;
    yield 0;
  }
  if (bad === known) return undefined;
  return yield* bisectSteps((value) => evolution(value).converges, bad, good, resolution);
}

/** @throws InputError for a target that is no bit error probability. */
export function requireTarget(target: number): void {
  if (!(target > 0 && target < 0.5)) {
    throw new InputError(`target ${target} is no bit error probability: it must be above 0 and below 1/2`);
  }
}
