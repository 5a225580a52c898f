import { InputError } from "../../errors.ts";
import { galoisField } from "../../galois/field.ts";
import { type ShortestCycles, shortestCycles } from "../girth.ts";
import { type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import { finish, partOf, type Steps } from "../steps.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { type RandomSource, randomSource } from "./random.ts";

/**
 * A Tanner graph to which edges are added, and the search for the checks that are farthest from a variable. Flat arrays, and
 * a search that ends as soon as it has reached every check with room: a graph of 24,000 edges takes seconds.
 */
class GrowingGraph {
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
  /** Checks with fewer than `#checkDegree` variables. */
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

  constructor(variables: number, checks: number, variableDegree: number, checkDegree: number) {
    this.#checkDegree = checkDegree;
    this.#variableDegree = variableDegree;
    this.#variables = new Uint32Array(checks * checkDegree);
    this.#degrees = new Uint32Array(checks);
    this.#checks = new Uint32Array(variables * variableDegree);
    this.#variableDegrees = new Uint32Array(variables);
    this.#open = checks;
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
    if (this.#degrees[check] === this.#checkDegree) this.#open--;
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
    for (let length = 1; length > 0; ) {
      const reached = this.#reachChecks(length, search);
      unreached -= this.#openChecks(reached);
      if (unreached === 0) return this.#lightest(this.#level, reached).sort((a, b) => a - b);
      length = this.#reachVariables(reached, search);
    }
    return this.#lightest(this.#all, this.#all.length, search);
  }

  /** Checks with room among the first of the level. */
  #openChecks(count: number): number {
    const [level, degrees, full] = [this.#level, this.#degrees, this.#checkDegree];
    let open = 0;
    for (let i = 0; i < count; i++) if (degrees[level[i]] < full) open++;
    return open;
  }

  /** Fills the level with the checks that the frontier's variables touch and no level before. @returns how many. */
  #reachChecks(length: number, search: number): number {
    return reach(this.#frontier, length, this.#checks, this.#variableDegrees, this.#variableDegree, {
      search,
      seen: this.#checkSearch,
      reached: this.#level,
    });
  }

  /** Fills the frontier with the variables that the level's checks touch and no frontier before. @returns how many. */
  #reachVariables(length: number, search: number): number {
    return reach(this.#level, length, this.#variables, this.#degrees, this.#checkDegree, {
      search,
      seen: this.#variableSearch,
      reached: this.#frontier,
    });
  }

  /**
   * The checks of lowest degree with room among the first `count` of a list. @param search leaves out the checks that
   * this search has reached.
   */
  #lightest(checks: Uint32Array, count: number, search?: number): number[] {
    const [degrees, seen, full] = [this.#degrees, this.#checkSearch, this.#checkDegree];
    let lightest: number[] = [];
    let lowest = full;
    for (let i = 0; i < count; i++) {
      const check = checks[i];
      const degree = degrees[check];
      if (degree > lowest || degree === full || seen[check] === search) continue;
      if (degree < lowest) lightest = [];
      lowest = degree;
      lightest.push(check);
    }
    return lightest;
  }
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
  const random = randomSource(seed);
  let best: { rows: number[][]; cycles: ShortestCycles } | null = null;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const rows = yield* partOf(growSteps(options, checks, random), attempt, attempts);
    if (rows === null) continue;
    const cycles = shortestCycles(tannerGraph(pattern(variables, rows)));
    if (best === null || fewerCycles(cycles, best.cycles)) best = { rows, cycles };
  }
  if (best === null) {
    throw new InputError(
      `no (${variableDegree},${checkDegree})-regular graph of ${variables} symbols in ${attempts} attempts: try more, another seed or another length`,
    );
  }
  return best.rows.map((row) => row.sort((a, b) => a - b));
}

/** Variables between two looks at the clock. */
const VARIABLES_A_STEP = 16;

function pattern(variables: number, rows: RowStructure): ParityCheckMatrix {
  return parityCheckMatrix(
    galoisField(2),
    variables,
    rows.map((row) => row.map((column) => [column, 1])),
  );
}

function fewerCycles(a: ShortestCycles, b: ShortestCycles): boolean {
  const girths = compare(a.girth ?? Number.POSITIVE_INFINITY, b.girth ?? Number.POSITIVE_INFINITY);
  return girths > 0 || (girths === 0 && a.count < b.count);
}

/**
 * One attempt; null if an edge has only checks with room that its variable touches already. Yields the share of its
 * edges.
 */
function* growSteps(options: RegularOptions, checks: number, random: RandomSource): Steps<number[][] | null> {
  const { variables, variableDegree, checkDegree } = options;
  const graph = new GrowingGraph(variables, checks, variableDegree, checkDegree);
  for (let variable = 0; variable < variables; variable++) {
    for (let edge = 0; edge < variableDegree; edge++) {
      const farthest = graph.farthestChecks(variable);
      const check = farthest[random.below(farthest.length)];
      if (graph.isConnected(variable, check)) return null;
      graph.connect(variable, check);
    }
    if (variable % VARIABLES_A_STEP === 0) yield variable / variables;
  }
  return graph.rows();
}

/** Sign of a − b, for infinities too. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a > b ? 1 : -1;
}
