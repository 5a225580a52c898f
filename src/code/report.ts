import { InputError } from "../errors.ts";
import { rank as rankOf } from "./elimination/elimination.ts";
import { shortestCyclesSteps } from "./girth.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { finish, type Steps } from "./steps.ts";
import { type DegreeCount, degreeCounts, tannerGraph } from "./tanner-graph.ts";

/** The properties of a code that take no computation. */
interface CodeShape {
  /** Code length in symbols. */
  readonly n: number;
  /** Rows of H. */
  readonly m: number;
  /** Size of the field. */
  readonly q: number;
  /** Primitive polynomial of the field, bit i the coefficient of x^i. */
  readonly polynomial: number;
  /** Nonzero entries of H. */
  readonly edges: number;
  /** [degree, number of checks with that degree], degrees ascending. */
  readonly checkDegrees: readonly DegreeCount[];
  /** [degree, number of variables with that degree], degrees ascending. */
  readonly variableDegrees: readonly DegreeCount[];
}

/**
 * The report of `ldpc code info`.
 * @example
 * const { n, k, rate, girth }: CodeReport = codeReport(code.matrix);
 */
export interface CodeReport extends CodeShape {
  /** Independent rows of H. */
  readonly rank: number;
  /** True number of information symbols, n − rank. */
  readonly k: number;
  /** k/n. */
  readonly rate: number;
  /** Length of the shortest cycle of the Tanner graph; null if it has none. */
  readonly girth: number | null;
  /** Number of cycles of that length. */
  readonly shortestCycles: number;
}

/** Length, field and degrees of a code. */
export function codeShape(matrix: ParityCheckMatrix, graph = tannerGraph(matrix)): CodeShape {
  const { field, rows: m, columns: n } = matrix;
  return {
    n,
    m,
    q: field.q,
    polynomial: field.polynomial,
    edges: graph.edges,
    checkDegrees: degreeCounts(graph.checkStart),
    variableDegrees: degreeCounts(graph.variableStart),
  };
}

/**
 * Dimensions, rank, degrees and shortest cycles of a code.
 * @param matrix H.
 * @param liftingSize of a quasi-cyclic code; it shortens the search for cycles.
 * @throws InputError if the rank is out of reach.
 * @example
 * const { n, k, rate } = codeReport(code.matrix);
 * [n, k, rate]; // → [24, 12, 0.5]
 */
export function codeReport(matrix: ParityCheckMatrix, liftingSize?: number): CodeReport {
  return finish(codeReportSteps(matrix, liftingSize));
}

/**
 * `codeReport` in steps.
 * @param onUnknownRank takes the error of a rank that is out of reach; the report then has all rows as independent.
 */
export function* codeReportSteps(
  matrix: ParityCheckMatrix,
  liftingSize?: number,
  onUnknownRank?: (error: InputError) => void,
): Steps<CodeReport> {
  const graph = tannerGraph(matrix);
  const { n, m, q, polynomial, edges, ...degrees } = codeShape(matrix, graph);
  let rank = m;
  try {
    rank = rankOf(matrix, graph);
  } catch (error) {
    if (onUnknownRank === undefined || !(error instanceof InputError)) throw error;
    onUnknownRank(error);
  }
  const { girth, count } = yield* shortestCyclesSteps(graph, liftingSize);
  const k = n - rank;
  return { n, m, q, polynomial, edges, rank, k, rate: k / n, ...degrees, girth, shortestCycles: count };
}
