import { InputError } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { galoisField } from "../../galois/field.ts";
import { sum } from "../../sum.ts";
import { type CycleCount, cycleCountsSteps, shortestCyclesSteps } from "../girth.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import { partOf, type Steps } from "../steps.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { type RandomSource, randomSource } from "./random.ts";

/** Variables, or checks: their edges, and the last search of paths. */
interface Side {
  /** Of each node `most` places for the nodes of the other side, of which the first `degrees` are taken. */
  readonly most: number;
  readonly neighbours: Uint32Array;
  readonly degrees: Uint32Array;
  /** The number of edges of the shortest path to each node, `NO_PATH` without one; the number of such paths, and their least cost. */
  readonly distance: Uint32Array;
  readonly count: Float64Array;
  readonly cost: Float64Array;
  /** Nodes of the search's present level. */
  readonly level: Uint32Array;
}

/** The distance of a node that no path reaches. */
const NO_PATH = 2 ** 32 - 1;

const side = (nodes: number, most: number): Side => ({
  most,
  neighbours: new Uint32Array(nodes * most),
  degrees: new Uint32Array(nodes),
  distance: new Uint32Array(nodes),
  count: new Float64Array(nodes),
  cost: new Float64Array(nodes),
  level: new Uint32Array(nodes),
});

/** Puts the nodes that no path had reached before into the level of their side. @returns their number. */
function reach({ level, most, neighbours, degrees }: Side, width: number, to: Side, length: number): number {
  let found = 0;
  for (let i = 0; i < width; i++) {
    const first = level[i] * most;
    const end = first + degrees[level[i]];
    for (let e = first; e < end; e++) {
      const next = neighbours[e];
      if (to.distance[next] !== NO_PATH) continue;
      to.distance[next] = length;
      to.level[found++] = next;
    }
  }
  return found;
}

/** Adds up the paths, and the least costs, of a level that `reach` has found. @param degrees of nodes that cost as much as they have more than 2. */
function addPaths(
  { level, most, neighbours, degrees: present, count, cost }: Side,
  width: number,
  to: Side,
  length: number,
  degrees?: ArrayLike<number>,
): void {
  for (let i = 0; i < width; i++) {
    const node = level[i];
    const passed = cost[node] + (degrees === undefined ? 0 : degrees[node] - 2);
    const first = node * most;
    const end = first + present[node];
    for (let e = first; e < end; e++) {
      const next = neighbours[e];
      if (to.distance[next] !== length) continue;
      to.count[next] += count[node];
      to.cost[next] = Math.min(to.cost[next], passed);
    }
  }
}

/**
 * A Tanner graph to which edges are added, and the search for the checks that are farthest from a variable. Flat arrays, and
 * a search that ends with the level in which it has reached every check with room: a graph of 24,000 edges takes seconds.
 */
export class GrowingGraph {
  /** Most variables of each check. */
  readonly #room: Uint32Array;
  readonly #variables: Side;
  readonly #checks: Side;
  /** Checks with room. */
  #open: number;

  /** @param variableDegree largest degree of a variable. @param room degree of each check in the end. */
  constructor(variables: number, variableDegree: number, room: Uint32Array) {
    this.#room = room;
    this.#variables = side(variables, variableDegree);
    this.#checks = side(
      room.length,
      room.reduce((most, degree) => Math.max(most, degree), 0),
    );
    this.#open = room.reduce((open, degree) => open + (degree > 0 ? 1 : 0), 0);
  }

  /** Adds an edge. The check must have room for it. */
  connect(variable: number, check: number): void {
    const [variables, checks] = [this.#variables, this.#checks];
    checks.neighbours[check * checks.most + checks.degrees[check]++] = variable;
    variables.neighbours[variable * variables.most + variables.degrees[variable]++] = check;
    if (checks.degrees[check] === this.#room[check]) this.#open--;
  }

  /** Takes the last edges of the two away, which `connect` has added. */
  disconnect(variable: number, check: number): void {
    if (this.#checks.degrees[check]-- === this.#room[check]) this.#open++;
    this.#variables.degrees[variable]--;
  }

  /**
   * What an edge from the variable to each check would close: the number of edges of the shortest path there is (`NO_PATH` without one), the
   * number of such paths, and the least ACE of their cycles (approximate cycle extrinsic degree: T. Tian, C. Jones, J. Villasenor and
   * R. Wesel 2004), Σ (degree − 2) over a cycle's variables. The next search overwrites them.
   * @param degrees of the variables in the end; without them distances alone. @param withoutLast whether no path takes the variable's last edge.
   * @param open number of checks with room after which the search ends.
   */
  paths(
    variable: number,
    degrees?: ArrayLike<number>,
    withoutLast = false,
    open = Number.POSITIVE_INFINITY,
  ): Pick<Side, "distance" | "count" | "cost"> {
    const [variables, checks, room] = [this.#variables, this.#checks, this.#room];
    for (const { distance, count, cost } of [variables, checks]) {
      distance.fill(NO_PATH);
      if (degrees === undefined) continue;
      count.fill(0);
      cost.fill(Number.POSITIVE_INFINITY);
    }
    variables.level[0] = variable;
    variables.distance[variable] = 0;
    variables.count[variable] = 1;
    variables.cost[variable] = 0;
    if (withoutLast) variables.degrees[variable]--;
    let unreached = open;
    for (let length = 1, width = 1; width > 0; length += 2) {
      const found = reach(variables, width, checks, length);
      if (degrees !== undefined) addPaths(variables, width, checks, length, degrees);
      for (let i = 0; i < found; i++) if (checks.degrees[checks.level[i]] < room[checks.level[i]]) unreached--;
      if (unreached === 0) break;
      width = reach(checks, found, variables, length);
      if (degrees !== undefined) addPaths(checks, found, variables, length);
    }
    if (withoutLast) variables.degrees[variable]++;
    return checks;
  }

  /** Whether there is an edge between the two. */
  isConnected(variable: number, check: number): boolean {
    return this.#of(this.#variables, variable).includes(check);
  }

  /** Variables of each check, in the order in which they came. */
  rows(): number[][] {
    return Array.from(this.#room, (_, check) => [...this.#of(this.#checks, check)]);
  }

  #of({ most, neighbours, degrees }: Side, node: number): Uint32Array {
    return neighbours.subarray(node * most, node * most + degrees[node]);
  }

  /**
   * The checks with room that are farthest from the variable, ascending. Unreachable checks count as farthest; among
   * equally far checks only the checks of lowest degree are returned, and with degrees among these those of largest ACE.
   */
  farthestChecks(variable: number, degrees?: ArrayLike<number>): number[] {
    const { distance, cost } = this.paths(variable, degrees, false, this.#open);
    const [room, ofChecks] = [this.#room, this.#checks.degrees];
    let best: number[] = [];
    let [farthest, lowest] = [0, 0];
    for (let check = 0; check < room.length; check++) {
      const [far, degree] = [distance[check], ofChecks[check]];
      if (far < farthest || degree === room[check] || (far === farthest && degree > lowest)) continue;
      if (far > farthest || degree < lowest) best = [];
      farthest = far;
      lowest = degree;
      best.push(check);
    }
    if (degrees === undefined) return best;
    const most = largest(best.map((check) => cost[check]));
    return best.filter((check) => cost[check] === most);
  }
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
