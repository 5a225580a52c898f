import { InputError } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { galoisField } from "../../galois/field.ts";
import { sum } from "../../sum.ts";
import { type CycleCount, cycleCountsSteps, shortestCyclesSteps } from "../girth.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import { finish, partOf, type Steps } from "../steps.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { type RandomSource, randomSource } from "./random.ts";

/**
 * A Tanner graph to which edges are added, and the search for the checks that are farthest from a variable. Flat arrays, and
 * a search that ends as soon as it has reached every check with room: a graph of 24,000 edges takes seconds.
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
  /** The search that reached a check or variable last. */
  readonly #checkSearch: Uint32Array;
  readonly #variableSearch: Uint32Array;
  #search = 0;
  /** Every check, ascending. */
  readonly #all: Uint32Array;
  /** Checks, then variables, of the search's last level. */
  readonly #level: Uint32Array;
  readonly #frontier: Uint32Array;

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
    this.#checkSearch = new Uint32Array(checks);
    this.#variableSearch = new Uint32Array(variables);
    this.#all = Uint32Array.from({ length: checks }, (_, check) => check);
    this.#level = new Uint32Array(checks);
    this.#frontier = new Uint32Array(variables);
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
   * R. Wesel 2004), Σ (degree − 2) over a cycle's variables.
   * @param degrees of the variables in the end. @param without an edge of the variable that no path takes.
   */
  paths(variable: number, degrees: ArrayLike<number>, without = -1): Paths {
    const checks = this.#room.length;
    const distance = new Float64Array(checks).fill(Number.POSITIVE_INFINITY);
    const count = new Float64Array(checks);
    const ace = new Float64Array(checks).fill(Number.POSITIVE_INFINITY);
    const reached = new Int32Array(this.#variableDegrees.length).fill(-1);
    const [counts, costs] = [new Float64Array(reached.length), new Float64Array(reached.length)];
    reached[variable] = 0;
    counts[variable] = 1;
    costs[variable] = degrees[variable] - 2;
    let frontier = [variable];
    for (let level = 1; frontier.length > 0; level += 2) {
      const next: number[] = [];
      for (const from of frontier) {
        const first = from * this.#variableDegree;
        for (let e = first; e < first + this.#variableDegrees[from]; e++) {
          const check = this.#checks[e];
          if (from === variable && check === without) continue;
          if (distance[check] === Number.POSITIVE_INFINITY) {
            distance[check] = level;
            next.push(check);
          }
          if (distance[check] !== level) continue;
          count[check] += counts[from];
          ace[check] = Math.min(ace[check], costs[from]);
        }
      }
      frontier = [];
      for (const check of next) {
        const first = check * this.#checkDegree;
        for (let e = first; e < first + this.#degrees[check]; e++) {
          const to = this.#variables[e];
          if (reached[to] < 0) {
            reached[to] = level;
            costs[to] = Number.POSITIVE_INFINITY;
            frontier.push(to);
          }
          if (reached[to] !== level) continue;
          counts[to] += count[check];
          costs[to] = Math.min(costs[to], ace[check] + degrees[to] - 2);
        }
      }
    }
    return { distance, count, ace };
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
   * equally far checks only the checks of lowest degree are returned.
   */
  farthestChecks(variable: number): number[] {
    const search = ++this.#search;
    this.#variableSearch[variable] = search;
    this.#frontier[0] = variable;
    let unreached = this.#open;
    const [toChecks, toVariables] = [
      { search, seen: this.#checkSearch, reached: this.#level },
      { search, seen: this.#variableSearch, reached: this.#frontier },
    ];
    for (let length = 1; length > 0; ) {
      const reached = reach(
        this.#frontier,
        length,
        this.#checks,
        this.#variableDegrees,
        this.#variableDegree,
        toChecks,
      );
      for (const check of this.#level.subarray(0, reached)) {
        if (this.#degrees[check] < this.#room[check]) unreached--;
      }
      if (unreached === 0) return this.#lightest(this.#level, reached).sort((a, b) => a - b);
      length = reach(this.#level, reached, this.#variables, this.#degrees, this.#checkDegree, toVariables);
    }
    return this.#lightest(this.#all, this.#all.length, search);
  }

  /**
   * The checks of lowest degree with room among the first `count` of a list. @param search leaves out the checks that
   * this search has reached.
   */
  #lightest(checks: Uint32Array, count: number, search?: number): number[] {
    const [degrees, seen, room] = [this.#degrees, this.#checkSearch, this.#room];
    let lightest: number[] = [];
    let lowest = this.#checkDegree;
    for (let i = 0; i < count; i++) {
      const check = checks[i];
      const degree = degrees[check];
      if (degree > lowest || degree === room[check] || seen[check] === search) continue;
      if (degree < lowest) lightest = [];
      lowest = degree;
      lightest.push(check);
    }
    return lightest;
  }
}

/** For each check; see `GrowingGraph.paths`. */
export interface Paths {
  readonly distance: Float64Array;
  readonly count: Float64Array;
  readonly ace: Float64Array;
}

/** The marks of a search on its nodes, and the list of the nodes that it reaches. */
interface Reach {
  readonly search: number;
  readonly seen: Uint32Array;
  readonly reached: Uint32Array;
}

/**
 * Goes from nodes to their neighbours that the search has not seen.
 * @param neighbours `stride` places for each node; the first `degrees` of them are in use.
 * @returns the number of nodes reached.
 */
function reach(
  nodes: Uint32Array,
  count: number,
  neighbours: Uint32Array,
  degrees: Uint32Array,
  stride: number,
  { search, seen, reached }: Reach,
): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const first = nodes[i] * stride;
    const end = first + degrees[nodes[i]];
    for (let e = first; e < end; e++) {
      const next = neighbours[e];
      if (seen[next] === search) continue;
      seen[next] = search;
      reached[found++] = next;
    }
  }
  return found;
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
export function regularGraph(options: RegularOptions): RowStructure {
  return finish(regularGraphSteps(options));
}

/** `regularGraph` in steps of a few variables. */
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
    ...{ order: Uint32Array.from({ length: variables }, (_, n) => n), placed: [], byAce: false, seed, attempts },
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
      let able = graph.farthestChecks(variable);
      if (byAce) {
        const { ace } = graph.paths(variable, degrees);
        const most = largest(able.map((check) => ace[check]));
        able = able.filter((check) => ace[check] === most);
      }
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
    ...{ degrees, placed: staircase.flat(), byAce: true, seed, attempts },
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
