import { binomial } from "../../binomial.ts";
import { sum } from "../../sum.ts";
import {
  edgeTypes,
  type MetEnsemble,
  type NodeType,
  otherDegrees,
  perSymbol,
  socketsPerSymbol,
} from "../construct/met.ts";
import {
  type CheckSide,
  checkSide,
  crossover,
  errorProbability,
  GRIDS,
  type LlrChannel,
  type Magnitudes,
  Sums,
  type SumTerm,
  VariableSide,
} from "./sum-product.ts";

export interface EvolutionOptions {
  /** Iterations at most. */
  readonly iterations: number;
  /** Bit error probability at which decoding has succeeded. */
  readonly target: number;
  /** Grid of the densities of sum-product; `fine` if left out. */
  readonly grid?: keyof typeof GRIDS;
}

/** The course of decoding an infinitely long code. */
export interface Evolution {
  readonly converges: boolean;
  /** Flooding iterations done; if decoding converges, the iterations that it needed. */
  readonly iterations: number;
  /** Bit error probability of the variables of degree above 1 after each iteration. */
  readonly errors: readonly number[];
}

/** Range of sums of LLRs: a few of the largest messages. */
const RANGE = 80;
/** Standard deviations of a sum of messages within the range. */
const TAIL = 8;
/** Evolution is at a fixed point once this number of iterations lowers the probability of error by less, relatively. */
const STALLED = { iterations: 8, share: 8e-5 };

/** Iterations until the probability of error, which `iterate` returns, is below the target or stays where it is. */
function untilDone(iterate: () => number, { iterations, target }: EvolutionOptions): Evolution {
  const errors: number[] = [];
  let [best, at] = [1, 0];
  for (let i = 1; i <= iterations; i++) {
    const now = iterate();
    errors.push(now);
    if (now < target) return { converges: true, iterations: i, errors };
    if (now < best * (1 - STALLED.share)) [best, at] = [now, i];
    if (i - at >= STALLED.iterations) return { converges: false, iterations: i, errors };
  }
  return { converges: false, iterations, errors };
}

/**
 * Density evolution of a multi-edge-type ensemble with sum-product decoding, flooding: the densities of messages on
 * each type of edge, for a graph without cycles. Densities are discrete; see `Magnitudes`. Edges from variables of
 * degree 1 carry the channel's density always.
 */
export function evolve(ensemble: MetEnsemble, llr: LlrChannel, options: EvolutionOptions): Evolution {
  const { grid = "fine" } = options;
  const checkNodes = checkSide(grid);
  const crossovers = checkNodes.grid.map(crossover);
  const step = llr.deviation / GRIDS[grid].steps;
  const half = 2 ** Math.ceil(Math.log2(RANGE / step));
  const variableNodes = new VariableSide(checkNodes.grid, step, half);
  const channel = llr.density(checkNodes.grid);
  const moving = movingTypes(ensemble);
  const terms = sumTerms(ensemble.variables, moving);
  let toChecks: Magnitudes[] = firstMessages(ensemble, channel);
  return untilDone(() => {
    const fromChecks = checkMessages(ensemble.checks, toChecks, moving, checkNodes);
    const finite = fitRange(fromChecks, checkNodes.grid, ensemble, moving, half * step);
    const [posterior, ...sums] = variableNodes.sums([channel, ...finite], terms);
    toChecks = toChecks.map((density, t) => sums[moving.indexOf(t)] ?? density);
    return errorProbability(posterior, crossovers);
  }, options);
}

/** Messages to checks before any from checks, by edge type: of symbols that are not sent the receiver knows nothing, LLR 0. */
function firstMessages(ensemble: MetEnsemble, channel: Float64Array): Float64Array[] {
  const { variables } = ensemble;
  return edgeTypes(ensemble).map((t) => {
    const unsent = perSymbol(variables, ({ degrees, punctured }) => (punctured ? degrees[t] : 0));
    const silent = unsent / socketsPerSymbol(variables, t);
    return channel.map((mass, i) => mass * (1 - silent) + (i === 0 ? silent : 0));
  });
}

/**
 * Sums at variables of the channel's message and those of the moving types: the posteriors of the variables of degree above 1,
 * in proportion to their number; then for each moving type its messages to checks, in proportion to sockets, of all other messages.
 */
function sumTerms(variables: readonly NodeType[], moving: readonly number[]): SumTerm[][] {
  const exponents = ({ punctured }: NodeType, degrees: readonly number[]) => [
    punctured ? 0 : 1,
    ...moving.map((t) => degrees[t]),
  ];
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  const fractions = sum(inner.map(({ fraction }) => fraction));
  return [
    inner.map((node) => ({ factor: node.fraction / fractions, exponents: exponents(node, node.degrees) })),
    ...moving.map((t) => {
      const sockets = socketsPerSymbol(variables, t);
      return variables
        .filter(({ degrees }) => degrees[t] > 0)
        .map((node) => ({
          factor: (node.fraction * node.degrees[t]) / sockets,
          exponents: exponents(node, otherDegrees(node.degrees, t)),
        }));
    }),
  ];
}

/** Edge types at variables of degree above 1: the messages of all other types keep the channel's density. */
export function movingTypes(ensemble: MetEnsemble): number[] {
  return edgeTypes(ensemble).filter((t) =>
    ensemble.variables.some(({ degrees }) => degrees[t] > 0 && sum(degrees) > 1),
  );
}

/** The densities of messages from checks, for each moving type. */
function checkMessages(
  checks: readonly NodeType[],
  toChecks: readonly Magnitudes[],
  moving: readonly number[],
  { grid, combine }: CheckSide,
): Magnitudes[] {
  const powers = toChecks.map((density) => powersOf(density, combine));
  const both = (a: Magnitudes | undefined, b: Magnitudes | undefined) =>
    a === undefined || b === undefined ? (a ?? b) : combine(a, b);
  const results = toChecks.map(() => new Float64Array(grid.length));
  const sockets = toChecks.map((_, t) => socketsPerSymbol(checks, t));
  for (const { fraction, degrees } of checks) {
    const types = degrees.flatMap((degree, t) => (degree > 0 ? [t] : []));
    // By place in `types`: all messages of later types.
    const later: (Magnitudes | undefined)[] = types.map(() => undefined);
    for (let i = types.length - 1; i > 0; i--) later[i - 1] = both(powers[types[i]](degrees[types[i]]), later[i]);
    let earlier: Magnitudes | undefined;
    types.forEach((t, i) => {
      if (moving.includes(t)) {
        const own = degrees[t] === 1 ? undefined : powers[t](degrees[t] - 1);
        const message = both(both(earlier, later[i]), own);
        const share = (fraction * degrees[t]) / sockets[t];
        // A check of degree 1 is sure of its variable.
        if (message === undefined) results[t][grid.length - 1] += share;
        else for (let k = 0; k < message.length; k++) results[t][k] += share * message[k];
      }
      if (i + 1 < types.length) earlier = both(earlier, powers[t](degrees[t]));
    });
  }
  return moving.map((t) => results[t]);
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
      const total = (of: (moment: (typeof moments)[number]) => number) =>
        sum(moving.map((t, i) => degrees[t] * of(moments[i])));
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

/** Of the LLR where it is finite, times the probability that it is. */
function finiteMoments(density: Magnitudes, grid: Float64Array) {
  let mean = 0;
  let square = 0;
  for (let i = 0; i < density.length - 1; i++) {
    mean += density[i] * grid[i] * (1 - 2 * crossover(grid[i]));
    square += density[i] * grid[i] ** 2;
  }
  return { mean, variance: square - mean ** 2 };
}

/**
 * Evolution over the binary erasure channel, exact; of codes over GF(2^m) for labels that are random invertible maps of bits
 * (V. Rathi and R. Urbanke, "Density evolution, thresholds and the stability condition for non-binary LDPC codes", IEE Proc. Commun.
 * 152(6), 2005): the elements that a message leaves possible are a subspace, all subspaces of a dimension are equally likely, and the
 * probabilities of the dimensions 0 … m are the whole density. Checks add subspaces, variables intersect them.
 * @param m bits of a symbol, each erased by itself.
 * @returns symbol error probabilities in the place of bit error probabilities: those of more than one possible element.
 */
export function evolveErasures(ensemble: MetEnsemble, erasure: number, options: EvolutionOptions, m = 1): Evolution {
  const { variables, checks } = ensemble;
  const types = edgeTypes(ensemble);
  const dimensions = Array.from({ length: m + 1 }, (_, d) => d);
  /** Subspaces of dimensions i and j, the dimension of what they share or of their sum, and the probability of that. */
  const [adding, meeting] = [false, true].map((isMeet) =>
    dimensions.flatMap((i) =>
      dimensions.flatMap((j) =>
        dimensions.slice(Math.max(0, i + j - m), Math.min(i, j) + 1).map((k) => {
          const ways = gaussianBinomial(i, k) * gaussianBinomial(m - i, j - k) * 2 ** ((i - k) * (j - k));
          return { i, j, to: isMeet ? k : i + j - k, share: ways / gaussianBinomial(m, j) };
        }),
      ),
    ),
  );
  const join = (pairs: typeof adding, a: readonly number[], b: readonly number[]): number[] => {
    const result = dimensions.map(() => 0);
    for (const { i, j, to, share } of pairs) result[to] += a[i] * b[j] * share;
    return result;
  };
  const received = dimensions.map((d) => binomial(m, d) * erasure ** d * (1 - erasure) ** (m - d));
  const [sure, unknown] = [0, m].map((at) => dimensions.map((d) => Number(d === at)));
  const own = ({ punctured }: NodeType) => (punctured ? unknown : received);
  /** Messages of all types joined at a node: what is common to all, or their sum. */
  const joined = (pairs: typeof adding, first: number[], messages: readonly number[][], degrees: readonly number[]) => {
    let result = first;
    for (let t = 0; t < degrees.length; t++) {
      let power = messages[t];
      for (let e = degrees[t]; e > 0; e >>>= 1) {
        if (e & 1) result = join(pairs, result, power);
        if (e > 1) power = join(pairs, power, power);
      }
    }
    return result;
  };
  const average = (nodes: readonly NodeType[], t: number, of: (node: NodeType) => readonly number[]) => {
    const result = dimensions.map(() => 0);
    for (const node of nodes) {
      if (node.degrees[t] === 0) continue;
      const each = of(node);
      for (let d = 0; d <= m; d++) result[d] += node.fraction * node.degrees[t] * each[d];
    }
    // Powers would multiply a rounding error of the sum in every iteration.
    const all = sum(result);
    return result.map((p) => p / all);
  };
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  let toChecks = types.map((t) => average(variables, t, own));
  return untilDone(() => {
    const fromChecks = types.map((t) =>
      average(checks, t, ({ degrees }) => joined(adding, sure, toChecks, otherDegrees(degrees, t))),
    );
    toChecks = types.map((t) =>
      average(variables, t, (node) => joined(meeting, own(node), fromChecks, otherDegrees(node.degrees, t))),
    );
    const wrong = perSymbol(inner, (node) => sum(joined(meeting, own(node), fromChecks, node.degrees).slice(1)));
    return wrong / perSymbol(inner, () => 1);
  }, options);
}

/** Number of subspaces of dimension k in n dimensions over GF(2). */
function gaussianBinomial(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let all = 1;
  for (let i = 0; i < k; i++) all *= (2 ** (n - i) - 1) / (2 ** (i + 1) - 1);
  return all;
}

/** Min-sum in whole steps, as the kernels of the product compute it. */
interface MinSumSteps {
  /** Largest magnitude of a check's message, in steps. */
  readonly message: number;
  /**
   * The magnitude of a check's message by the least magnitude of the others, both in steps: it does not decrease, and
   * `message` bounds it.
   */
  readonly corrected: (magnitude: number) => number;
}

/** Probabilities of whole numbers −largest … largest, at the places 0 … 2·largest. */
type Distribution = Float64Array;

/**
 * Density evolution of a multi-edge-type ensemble with min-sum decoding in whole steps, flooding, given that 0 was sent
 * (T. Richardson and R. Urbanke, "The capacity of low-density parity-check codes under message-passing decoding", IEEE
 * Trans. Inf. Theory 47(2), 2001; J. Chen and M. Fossorier, "Density evolution for two improved BP-based decoding
 * algorithms of LDPC codes", IEEE Commun. Lett. 6(5), 2002). Every message is one of finitely many whole numbers, so its
 * distribution is complete and nothing is approximated: the probabilities are right to the rounding of float64.
 *
 * A variable corrects its message for its check beforehand: the correction grows with the magnitude, so it commutes with
 * the least magnitude. Decoders limit posteriors too, but so far above the messages that a check sees no difference.
 * Posteriors of 0 count as half an error.
 * @param channel distribution of the channel's LLR in steps.
 */
export function evolveMinSum(
  ensemble: MetEnsemble,
  { message: most, corrected }: MinSumSteps,
  channel: Distribution,
  options: EvolutionOptions,
): Evolution {
  const largest = (channel.length - 1) / 2;
  const heaviest = ensemble.variables.reduce((heaviest, { degrees }) => Math.max(heaviest, sum(degrees)), 0);
  const half = 2 ** Math.ceil(Math.log2(largest + heaviest * most + 0.5));
  const moving = movingTypes(ensemble);
  const sums = new Sums(half);
  const terms = sumTerms(ensemble.variables, moving);
  const placed = (density: Distribution) => {
    const [places, bound] = [new Float64Array(2 * half), (density.length - 1) / 2];
    density.forEach((p, i) => {
      places[(i - bound + 2 * half) % (2 * half)] = p;
    });
    return places;
  };
  const limited = (places: Float64Array): Distribution => {
    const result = new Float64Array(2 * most + 1);
    for (let i = 0; i < 2 * half; i++) {
      const value = i < half ? i : i - 2 * half;
      // Transforms leave errors of 1e-17 of either sign in empty places.
      if (places[i] > 0) result[most + Math.sign(value) * corrected(Math.abs(value))] += places[i];
    }
    // Powers would multiply a rounding error of the whole in every iteration.
    const all = sum(result);
    return result.map((p) => p / all);
  };
  const sent = placed(channel);
  let toChecks = firstMessages(ensemble, sent).map(limited);
  return untilDone(() => {
    const fromChecks = minSumMessages(ensemble.checks, toChecks, moving, most);
    const [posterior, ...next] = sums.of([sent, ...fromChecks.map(placed)], terms);
    toChecks = toChecks.map((density, t) => (moving.includes(t) ? limited(next[moving.indexOf(t)]) : density));
    return Math.max(0, posterior[0] / 2 + sum(posterior.subarray(half)));
  }, options);
}

/** Distributions of the messages from checks, for each moving type. @param most largest magnitude. */
function minSumMessages(
  checks: readonly NodeType[],
  incoming: readonly Distribution[],
  moving: readonly number[],
  most: number,
): Distribution[] {
  const tails = incoming.map(tailsOf);
  return moving.map((t) => {
    const result = new Float64Array(2 * most + 1);
    for (const { fraction, degrees } of checks) {
      if (degrees[t] === 0) continue;
      const share = (fraction * degrees[t]) / socketsPerSymbol(checks, t);
      const others = otherDegrees(degrees, t).flatMap((exponent, s) =>
        exponent === 0 ? [] : [{ exponent, ...tails[s] }],
      );
      let [above, below] = [0, 0];
      for (let m = most; m > 0; m--) {
        // All magnitudes are m or more, and the sign is the product of the signs.
        let [all, signed] = [1, 1];
        for (const { exponent, either, difference } of others) {
          all *= either[m] ** exponent;
          signed *= difference[m] ** exponent;
        }
        result[most + m] += share * ((all + signed) / 2 - above);
        result[most - m] += share * ((all - signed) / 2 - below);
        [above, below] = [(all + signed) / 2, (all - signed) / 2];
      }
      result[most] += share * (1 - above - below);
    }
    return result;
  });
}

/** By magnitude m: the probability of m or more of either sign, and that of m or more minus that of −m or less. */
function tailsOf(density: Distribution): { readonly either: Float64Array; readonly difference: Float64Array } {
  const most = (density.length - 1) / 2;
  const [either, difference] = [new Float64Array(most + 2), new Float64Array(most + 2)];
  for (let m = most; m > 0; m--) {
    either[m] = either[m + 1] + density[most + m] + density[most - m];
    difference[m] = difference[m + 1] + density[most + m] - density[most - m];
  }
  return { either, difference };
}
