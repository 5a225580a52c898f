import { InputError } from "../../errors.ts";
import { galoisField } from "../../galois/field.ts";
import { type ShortestCycles, shortestCycles } from "../girth.ts";
import { type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import { finish, partOf, type Steps } from "../steps.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { GrowingGraph } from "./growing-graph.ts";
import { type RandomSource, randomSource } from "./random.ts";

/** The columns of each row of a matrix, ascending, without field elements. */
export type RowStructure = readonly (readonly number[])[];

export interface RegularOptions {
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
