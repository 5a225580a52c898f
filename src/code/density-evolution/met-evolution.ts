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
  type TransformTerm,
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
export function untilDone(iterate: () => number, { iterations, target }: EvolutionOptions): Evolution {
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
  const terms = [
    posteriorTerms(ensemble.variables, moving),
    ...moving.map((t) => variableTerms(ensemble.variables, t, moving)),
  ];
  // Of symbols that are not sent the receiver knows nothing: magnitude 0.
  let toChecks: Magnitudes[] = edgeTypes(ensemble).map((t) => {
    const silent = silentShare(ensemble.variables, t);
    return channel.map((mass, i) => mass * (1 - silent) + (i === 0 ? silent : 0));
  });
  return untilDone(() => {
    const fromChecks = checkMessages(ensemble.checks, toChecks, moving, checkNodes);
    const finite = fitRange(fromChecks, checkNodes.grid, ensemble, moving, half * step);
    const [posterior, ...sums] = variableNodes.sums([channel, ...finite], terms);
    toChecks = toChecks.map((density, t) => sums[moving.indexOf(t)] ?? density);
    return errorProbability(posterior, crossovers);
  }, options);
}

/** Share of the edges of a type whose variables are not sent. */
function silentShare(variables: readonly NodeType[], t: number): number {
  return (
    perSymbol(variables, ({ degrees, punctured }) => (punctured ? degrees[t] : 0)) / socketsPerSymbol(variables, t)
  );
}

/** Number of channel messages of a variable. */
function looks({ punctured }: NodeType): number {
  return punctured ? 0 : 1;
}

/**
 * Messages of type t to checks: for each variable type, in proportion to its sockets, the sum of its other messages and
 * the channel.
 */
function variableTerms(variables: readonly NodeType[], t: number, moving: readonly number[]): TransformTerm[] {
  const sockets = socketsPerSymbol(variables, t);
  return variables
    .filter(({ degrees }) => degrees[t] > 0)
    .map((node) => {
      const others = otherDegrees(node.degrees, t);
      const factor = (node.fraction * node.degrees[t]) / sockets;
      return { factor, exponents: [looks(node), ...moving.map((s) => others[s])] };
    });
}

/** Edge types at variables of degree above 1: the messages of all other types keep the channel's density. */
export function movingTypes(ensemble: MetEnsemble): number[] {
  return edgeTypes(ensemble).filter((t) =>
    ensemble.variables.some(({ degrees }) => degrees[t] > 0 && sum(degrees) > 1),
  );
}

/** Posteriors of the variables of degree above 1, in proportion to their number. */
function posteriorTerms(variables: readonly NodeType[], moving: readonly number[]): TransformTerm[] {
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  const fractions = sum(inner.map(({ fraction }) => fraction));
  return inner.map((node) => ({
    factor: node.fraction / fractions,
    exponents: [looks(node), ...moving.map((t) => node.degrees[t])],
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

/**
 * Evolution over the binary erasure channel, exact: a message is an erasure or right, and one probability for each type
 * of edge is its whole density.
 */
export function evolveErasures(ensemble: MetEnsemble, erasure: number, options: EvolutionOptions): Evolution {
  const { variables, checks } = ensemble;
  const types = edgeTypes(ensemble);
  const product = (of: readonly number[], exponents: readonly number[], without?: number) =>
    exponents.reduce(
      (all, exponent, t) => (exponent === 0 ? all : all * of[t] ** (exponent - (t === without ? 1 : 0))),
      1,
    );
  const average = (nodes: readonly NodeType[], t: number, of: (node: NodeType) => number) =>
    perSymbol(nodes, (node) => (node.degrees[t] === 0 ? 0 : node.degrees[t] * of(node))) / socketsPerSymbol(nodes, t);
  const own = ({ punctured }: NodeType) => (punctured ? 1 : erasure);
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  let toChecks = types.map((t) => average(variables, t, own));
  return untilDone(() => {
    const known = toChecks.map((x) => 1 - x);
    const fromChecks = types.map((t) => 1 - average(checks, t, ({ degrees }) => product(known, degrees, t)));
    toChecks = types.map((t) => average(variables, t, (node) => own(node) * product(fromChecks, node.degrees, t)));
    return perSymbol(inner, (node) => own(node) * product(fromChecks, node.degrees)) / perSymbol(inner, () => 1);
  }, options);
}

/**
 * Evolution over the binary erasure channel of codes over GF(2^m), exact for labels that are random invertible maps of bits
 * (V. Rathi and R. Urbanke, "Density evolution, thresholds and the stability condition for non-binary LDPC codes", IEE Proc. Commun.
 * 152(6), 2005): the elements that a message leaves possible are a subspace, all subspaces of a dimension are equally likely, and the
 * probabilities of the dimensions 0 … m are the whole density. Checks add subspaces, variables intersect them.
 * @param m bits of a symbol, each erased by itself.
 * @returns symbol error probabilities in the place of bit error probabilities: those of more than one possible element.
 */
export function evolveSubspaces(
  ensemble: MetEnsemble,
  erasure: number,
  m: number,
  options: EvolutionOptions,
): Evolution {
  const { variables, checks } = ensemble;
  const types = edgeTypes(ensemble);
  const dimensions = Array.from({ length: m + 1 }, (_, d) => d);
  /** [i][j][k]: the probability that random subspaces of dimensions i and j share k dimensions. */
  const shared = dimensions.map((i) =>
    dimensions.map((j) =>
      dimensions.map(
        (k) =>
          (gaussianBinomial(i, k) * gaussianBinomial(m - i, j - k) * 2 ** Math.max((i - k) * (j - k), 0)) /
          gaussianBinomial(m, j),
      ),
    ),
  );
  const join = (a: Float64Array, b: Float64Array, to: (i: number, j: number, k: number) => number): Float64Array => {
    const result = new Float64Array(m + 1);
    for (const i of dimensions)
      for (const j of dimensions)
        for (let k = Math.max(0, i + j - m); k <= Math.min(i, j); k++)
          result[to(i, j, k)] += a[i] * b[j] * shared[i][j][k];
    return result;
  };
  const sides = {
    meet: (a: Float64Array, b: Float64Array) => join(a, b, (_i, _j, k) => k),
    add: (a: Float64Array, b: Float64Array) => join(a, b, (i, j, k) => i + j - k),
  };
  const received = Float64Array.from(dimensions, (d) => binomial(m, d) * erasure ** d * (1 - erasure) ** (m - d));
  const [sure, unknown] = [0, m].map((at) => new Float64Array(m + 1).fill(1, at, at + 1));
  const own = ({ punctured }: NodeType) => (punctured ? unknown : received);
  /** Messages of all types joined at a node, without one of a type. */
  const joined = (
    side: keyof typeof sides,
    first: Float64Array,
    of: readonly Float64Array[],
    degrees: readonly number[],
  ) =>
    degrees.reduce((all, degree, t) => {
      let result = all;
      let power = of[t];
      for (let e = degree; e > 0; e >>>= 1) {
        if (e & 1) result = sides[side](result, power);
        if (e > 1) power = sides[side](power, power);
      }
      return result;
    }, first);
  const average = (nodes: readonly NodeType[], t: number, of: (node: NodeType) => Float64Array) => {
    const result = new Float64Array(m + 1);
    for (const node of nodes) {
      const share = (node.fraction * node.degrees[t]) / socketsPerSymbol(nodes, t);
      if (share > 0)
        of(node).forEach((p, d) => {
          result[d] += share * p;
        });
    }
    // Powers would multiply a rounding error of the sum in every iteration.
    const all = sum([...result]);
    return result.map((p) => p / all);
  };
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  let toChecks = types.map((t) => average(variables, t, own));
  return untilDone(() => {
    const fromChecks = types.map((t) =>
      average(checks, t, ({ degrees }) => joined("add", sure, toChecks, otherDegrees(degrees, t))),
    );
    toChecks = types.map((t) =>
      average(variables, t, (node) => joined("meet", own(node), fromChecks, otherDegrees(node.degrees, t))),
    );
    const right = perSymbol(inner, (node) => joined("meet", own(node), fromChecks, node.degrees)[0]);
    return Math.max(0, 1 - right / perSymbol(inner, () => 1));
  }, options);
}

/** Number of subspaces of dimension k in n dimensions over GF(2). */
function gaussianBinomial(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let all = 1;
  for (let i = 0; i < k; i++) all *= (2 ** (n - i) - 1) / (2 ** (i + 1) - 1);
  return all;
}
