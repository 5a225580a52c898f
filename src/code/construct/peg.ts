import { InputError } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { galoisField } from "../../galois/field.ts";
import { sum } from "../../sum.ts";
import { type CycleCount, cycleCountsSteps, shortestCyclesSteps } from "../girth.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import { partOf, type Steps } from "../steps.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { type RandomSource, randomSource } from "./random.ts";

/**
 * A Tanner graph to which edges are added, and the search for the checks that are farthest from a variable. Flat arrays, and
 * a search that ends with the level in which it has reached every check with room: a graph of 24,000 edges takes seconds.
 */
export class GrowingGraph {
  /** Most variables of each check. */
  readonly #room: Uint32Array;
  readonly #checkDegree: number;
  readonly #variableDegree: number;
  /**
   * Variables of each check, in `#checkDegree` places for each check, and their number; likewise the checks of each
   * variable.
   */
  readonly #variables: Uint32Array;
  readonly #degrees: Uint32Array;
  readonly #checks: Uint32Array;
  readonly #variableDegrees: Uint32Array;
  /** Checks with room. */
  #open: number;
  /** Of the last search, by check and by variable. */
  readonly #found: Paths;
  readonly #reached: Int32Array;
  readonly #counts: Float64Array;
  readonly #costs: Float64Array;

  /** @param variableDegree largest degree of a variable. @param room degree of each check in the end. */
  constructor(variables: number, variableDegree: number, room: Uint32Array) {
    const checks = room.length;
    const checkDegree = room.reduce((most, degree) => Math.max(most, degree), 0);
    this.#room = room;
    this.#checkDegree = checkDegree;
    this.#variableDegree = variableDegree;
    this.#variables = new Uint32Array(checks * checkDegree);
    this.#degrees = new Uint32Array(checks);
    this.#checks = new Uint32Array(variables * variableDegree);
    this.#variableDegrees = new Uint32Array(variables);
    this.#open = room.reduce((open, degree) => open + (degree > 0 ? 1 : 0), 0);
    const ofChecks = () => new Float64Array(checks);
    this.#found = { distance: ofChecks(), count: ofChecks(), ace: ofChecks() };
    this.#reached = new Int32Array(variables);
    [this.#counts, this.#costs] = [new Float64Array(variables), new Float64Array(variables)];
  }

  /** Adds an edge. The check must have room for it. */
  connect(variable: number, check: number): void {
    this.#variables[check * this.#checkDegree + this.#degrees[check]++] = variable;
    this.#checks[variable * this.#variableDegree + this.#variableDegrees[variable]++] = check;
    if (this.#degrees[check] === this.#room[check]) this.#open--;
  }

  /** Takes the last edges of the two away, which `connect` has added. */
  disconnect(variable: number, check: number): void {
    if (this.#degrees[check]-- === this.#room[check]) this.#open++;
    this.#variableDegrees[variable]--;
  }

  /**
   * What an edge from the variable to each check would close: the number of edges of the shortest path there is (infinite without one), the
   * number of such paths, and the least ACE of their cycles (approximate cycle extrinsic degree: T. Tian, C. Jones, J. Villasenor and
   * R. Wesel 2004), Σ (degree − 2) over a cycle's variables. The next search overwrites them.
   * @param degrees of the variables in the end; without them distances alone. @param without an edge of the variable that no path takes.
   * @param open number of checks with room after which the search ends.
   */
  paths(variable: number, degrees?: ArrayLike<number>, without = -1, open = Number.POSITIVE_INFINITY): Paths {
    const { distance, count, ace } = this.#found;
    const [reached, counts, costs] = [this.#reached, this.#counts, this.#costs];
    distance.fill(Number.POSITIVE_INFINITY);
    reached.fill(-1);
    reached[variable] = 0;
    if (degrees !== undefined) {
      ace.fill(Number.POSITIVE_INFINITY);
      count.fill(0);
      counts[variable] = 1;
      costs[variable] = degrees[variable] - 2;
    }
    let frontier = [variable];
    let unreached = open;
    for (let level = 1; frontier.length > 0 && unreached > 0; level += 2) {
      const next: number[] = [];
      for (const from of frontier) {
        const first = from * this.#variableDegree;
        for (let e = first; e < first + this.#variableDegrees[from]; e++) {
          const check = this.#checks[e];
          if (from === variable && check === without) continue;
          if (distance[check] === Number.POSITIVE_INFINITY) {
            distance[check] = level;
            next.push(check);
            if (this.#degrees[check] < this.#room[check]) unreached--;
          }
          if (degrees === undefined || distance[check] !== level) continue;
          count[check] += counts[from];
          ace[check] = Math.min(ace[check], costs[from]);
        }
      }
      frontier = [];
      for (const check of unreached > 0 ? next : []) {
        const first = check * this.#checkDegree;
        for (let e = first; e < first + this.#degrees[check]; e++) {
          const to = this.#variables[e];
          if (reached[to] < 0) {
            reached[to] = level;
            counts[to] = 0;
            costs[to] = Number.POSITIVE_INFINITY;
            frontier.push(to);
          }
          if (degrees === undefined || reached[to] !== level) continue;
          counts[to] += count[check];
          costs[to] = Math.min(costs[to], ace[check] + degrees[to] - 2);
        }
      }
    }
    return this.#found;
  }

  /** Whether there is an edge between the two. */
  isConnected(variable: number, check: number): boolean {
    const first = variable * this.#variableDegree;
    return this.#checks.subarray(first, first + this.#variableDegrees[variable]).includes(check);
  }

  /** Variables of each check, in the order in which they came. */
  rows(): number[][] {
    return Array.from(this.#degrees, (degree, check) => {
      const first = check * this.#checkDegree;
      return [...this.#variables.subarray(first, first + degree)];
    });
  }

  /**
   * The checks with room that are farthest from the variable, ascending. Unreachable checks count as farthest; among
   * equally far checks only the checks of lowest degree are returned, and with degrees among these those of largest ACE.
   */
  farthestChecks(variable: number, degrees?: ArrayLike<number>): number[] {
    const { distance, ace } = this.paths(variable, degrees, -1, this.#open);
    let best: number[] = [];
    for (let check = 0; check < this.#room.length; check++) {
      if (this.#degrees[check] === this.#room[check]) continue;
      const other = best[0] ?? check;
      const order =
        distance[check] === distance[other]
          ? this.#degrees[other] - this.#degrees[check]
          : distance[check] - distance[other];
      if (order > 0) best = [];
      if (order >= 0) best.push(check);
    }
    if (degrees === undefined) return best;
    const most = largest(best.map((check) => ace[check]));
    return best.filter((check) => ace[check] === most);
  }
}

/** For each check; see `GrowingGraph.paths`. */
export interface Paths {
  readonly distance: Float64Array;
  readonly count: Float64Array;
  readonly ace: Float64Array;
}

/** The columns of each row of a matrix, ascending, without field elements. */
export type RowStructure = readonly (readonly number[])[];

interface RegularOptions {
  /** N. */
  readonly variables: number;
  readonly variableDegree: number;
  readonly checkDegree: number;
  readonly seed: number;
  /** Number of graphs to grow; the graph of largest girth, and then of fewest shortest cycles, is taken. */
  readonly attempts: number;
}

/**
 * Regular Tanner graph by progressive edge growth (X.-Y. Hu, E. Eleftheriou and D.-M. Arnold, "Regular and irregular
 * progressive edge-growth Tanner graphs", IEEE Trans. Inf. Theory 51(1), 2005), with every check degree exact: each edge
 * goes from its variable to one of the checks with room that are farthest away in the graph so far, drawn at random
 * among the checks of lowest degree. The last edges have few checks to choose from, so several graphs are grown and the
 * best is kept. Time grows with the square of the number of edges: eight graphs of 24,000 edges take seconds.
 * @returns M = N·variableDegree/checkDegree rows.
 * @throws InputError if checkDegree does not divide N·variableDegree, or the degrees leave no room for a graph without
 * double edges.
 */
export function* regularGraphSteps(options: RegularOptions): Steps<RowStructure> {
  const { variables, variableDegree, checkDegree, seed, attempts } = options;
  const positive = {
    "code length": variables,
    "variable degree": variableDegree,
    "check degree": checkDegree,
    "number of attempts": attempts,
  };
  for (const [name, value] of Object.entries(positive)) {
    if (!Number.isInteger(value) || value < 1) throw new InputError(`${name} ${value} is not a positive integer`);
  }
  const checks = (variables * variableDegree) / checkDegree;
  if (!Number.isInteger(checks)) {
    throw new InputError(
      `${variables} symbols of degree ${variableDegree} make ${variables * variableDegree} edges, no multiple of the check degree ${checkDegree}: change the length`,
    );
  }
  if (variableDegree > checks || checkDegree > variables) {
    throw new InputError(
      `degrees ${variableDegree},${checkDegree} need more than ${variables} symbols to avoid double edges`,
    );
  }
  const rows = yield* grownGraphSteps({
    order: Uint32Array.from({ length: variables }, (_, n) => n),
    placed: [],
    byAce: false,
    seed,
    attempts,
    degrees: new Uint32Array(variables).fill(variableDegree),
    room: new Uint32Array(checks).fill(checkDegree),
  });
  if (rows === undefined) {
    throw new InputError(
      `no (${variableDegree},${checkDegree})-regular graph of ${variables} symbols in ${attempts} attempts: try more, another seed or another length`,
    );
  }
  return rows;
}

/** A graph to grow: its degrees, the edges that it begins with, and the variables that get edges, in order. */
interface Growth {
  readonly degrees: Uint32Array;
  /** Most variables of each check. */
  readonly room: Uint32Array;
  readonly placed: readonly (readonly [variable: number, check: number])[];
  readonly order: Uint32Array;
  /** Whether ACE decides among the checks that are equally far, and among graphs of equal cycles. */
  readonly byAce: boolean;
  readonly seed: number;
  readonly attempts: number;
}

/** The best of several graphs, ascending columns of each row; undefined if all attempts failed. */
function* grownGraphSteps(growth: Growth): Steps<RowStructure | undefined> {
  const { degrees, byAce, seed, attempts } = growth;
  const random = randomSource(seed);
  let best: { rows: number[][]; cycles: readonly CycleCount[] } | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const rows = yield* partOf(growSteps(growth, random), attempt, attempts);
    if (rows === null) continue;
    const entries = rows.map((row) => row.map((column): Entry => [column, 1]));
    const matrix = parityCheckMatrix(galoisField(2), degrees.length, entries);
    const cycles = yield* partOf(byAce ? firstCycles(matrix) : shortestLength(matrix), attempt, attempts);
    if (best === undefined || compareCycles(cycles, best.cycles) < 0) best = { rows, cycles };
  }
  return best?.rows.map((row) => row.sort((a, b) => a - b));
}

/** `firstCycles` of a regular graph, whose cycles of one length have one ACE. */
function* shortestLength(matrix: ParityCheckMatrix): Steps<readonly CycleCount[]> {
  const { girth, count } = yield* shortestCyclesSteps(tannerGraph(matrix));
  return girth === null ? [] : [{ length: girth, cycles: count, ace: 0 }];
}

/** Variables between two looks at the clock. */
const VARIABLES_A_STEP = 16;

/**
 * One attempt; null if an edge has only checks with room that its variable touches already. Yields the share of its
 * variables.
 */
function* growSteps({ degrees, room, placed, order, byAce }: Growth, random: RandomSource): Steps<number[][] | null> {
  const graph = new GrowingGraph(degrees.length, largest(degrees), room);
  for (const [variable, check] of placed) graph.connect(variable, check);
  for (const [i, variable] of order.entries()) {
    for (let edge = 0; edge < degrees[variable]; edge++) {
      const able = graph.farthestChecks(variable, byAce ? degrees : undefined);
      const check = able[random.below(able.length)];
      if (graph.isConnected(variable, check)) return null;
      graph.connect(variable, check);
    }
    if (i % VARIABLES_A_STEP === 0) yield i / order.length;
  }
  return graph.rows();
}

/** An irregular graph, and how it is grown. */
interface IrregularOptions {
  /** N. */
  readonly variables: number;
  /** M. */
  readonly checks: number;
  /** Degree of each variable, descending. */
  readonly degrees: Uint32Array;
  /** Whether the last M variables are an accumulator's: variable N − M + m is in the checks m and m + 1. */
  readonly accumulates: boolean;
  readonly seed: number;
  /** Number of graphs to grow; the graph of largest girth, then of fewest shortest cycles, then of largest least ACE is taken. */
  readonly attempts: number;
}

/**
 * Irregular graph by progressive edge growth: variables come by ascending degree, checks end with degrees that differ by one at most, and of the
 * farthest checks of lowest degree an edge takes one whose shortest cycles have the largest ACE (H. Xiao and A. Banihashemi, "Improved
 * progressive-edge-growth (PEG) construction of irregular LDPC codes", IEEE Commun. Lett. 8(12), 2004). Variables of low degree come
 * last in the code word, where parity symbols are.
 * @throws InputError if the degrees leave no room for a graph without double edges.
 */
export function* irregularGraphSteps({
  variables,
  checks,
  degrees,
  accumulates,
  seed,
  attempts,
}: IrregularOptions): Steps<RowStructure> {
  const edges = sum(degrees);
  const most = degrees[0];
  if (most > checks || edges > checks * variables) {
    throw new InputError(`variables of degree ${most} need more than ${checks} checks to avoid double edges`);
  }
  const first = accumulates ? variables - checks : variables;
  const staircase = Array.from({ length: variables - first }, (_, m) =>
    [m, m + 1].filter((check) => check < checks).map((check) => [first + m, check] as const),
  );
  const rows = yield* grownGraphSteps({
    degrees,
    placed: staircase.flat(),
    byAce: true,
    seed,
    attempts,
    order: Uint32Array.from({ length: first }, (_, i) => first - 1 - i),
    room: new Uint32Array(checks).fill(Math.ceil(edges / checks) + 1),
  });
  if (rows === undefined) {
    throw new InputError(`no graph of these degrees in ${attempts} attempts: try more, another seed or another length`);
  }
  return rows;
}

/** The cycles of the shortest length, and of `more` edges more. */
export function* firstCycles(matrix: ParityCheckMatrix, liftingSize = 1, more = 0): Steps<readonly CycleCount[]> {
  const graph = tannerGraph(matrix);
  const { girth } = yield* shortestCyclesSteps(graph, liftingSize);
  return girth === null ? [] : yield* cycleCountsSteps(graph, girth + more, liftingSize);
}

/** Below 0 if the first graph is better: larger girth, then fewer shortest cycles, then a larger least ACE of them. */
export function compareCycles([a]: readonly CycleCount[], [b]: readonly CycleCount[]): number {
  if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  return b.length - a.length || a.cycles - b.cycles || b.ace - a.ace;
}
