import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

/**
 * The number of nodes of a degree.
 * @example
 * const [degree, count]: DegreeCount = codeReport(code.matrix).checkDegrees[0];
 * [degree, count]; // → [4, 12]
 */
export type DegreeCount = readonly [degree: number, count: number];

/** The degrees of nodes, ascending. @param start [node + 1]: number of edges before each node, then of all. */
export function degreeCounts(start: Uint32Array): DegreeCount[] {
  const counts = new Map<number, number>();
  for (let i = 1; i < start.length; i++) {
    const degree = start[i] - start[i - 1];
    counts.set(degree, (counts.get(degree) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => a[0] - b[0]);
}

/**
 * Tanner graph as flat arrays. Edges are numbered check by check, columns ascending; the variable-major view lists
 * edge numbers. Regular and irregular codes alike.
 * @example
 * const { edges, checkDegreeMaximum }: TannerGraph = tannerGraph(code.matrix);
 * [edges, checkDegreeMaximum]; // → [48, 4]
 */
export interface TannerGraph {
  /** Size of the field. */
  readonly q: number;
  /** M. */
  readonly checks: number;
  /** N. */
  readonly variables: number;
  /** Number of edges: nonzero entries of H. */
  readonly edges: number;
  /** Edges of check m: checkStart[m] … checkStart[m + 1] − 1. Length M + 1. */
  readonly checkStart: Uint32Array;
  /** Check node of each edge. */
  readonly edgeCheck: Uint32Array;
  /** Variable node of each edge. */
  readonly edgeVariable: Uint32Array;
  /** Matrix entry h of each edge, 1 … q − 1. */
  readonly edgeValue: Uint32Array;
  /** variableEdge[variableStart[n] … variableStart[n + 1] − 1] are the edges of variable n. Length N + 1. */
  readonly variableStart: Uint32Array;
  /** Edge numbers in variable-major order, checks ascending within a variable. */
  readonly variableEdge: Uint32Array;
  /** Most edges of a check node. */
  readonly checkDegreeMaximum: number;
  /** Most edges of a variable node. */
  readonly variableDegreeMaximum: number;
}

/**
 * The Tanner graph of a parity-check matrix.
 * @param matrix H.
 * @example
 * const { variableStart, variableEdge, edgeCheck } = tannerGraph(code.matrix);
 * const checksOfFirst = variableEdge.slice(variableStart[0], variableStart[1]).map((edge) => edgeCheck[edge]);
 * checksOfFirst.length; // → 2
 */
export function tannerGraph(matrix: ParityCheckMatrix): TannerGraph {
  const { rows: checks, columns: variables, checkStart } = matrix;
  const edges = matrix.variable.length;
  const edgeCheck = new Uint32Array(edges);
  for (let m = 0; m < checks; m++) edgeCheck.fill(m, checkStart[m], checkStart[m + 1]);
  const { start: variableStart, order: variableEdge } = placesByKey(matrix.variable, variables);
  return {
    q: matrix.field.q,
    checks,
    variables,
    edges,
    checkStart,
    edgeCheck,
    edgeVariable: matrix.variable,
    edgeValue: new Uint32Array(matrix.value),
    variableStart,
    variableEdge,
    checkDegreeMaximum: largestStep(checkStart),
    variableDegreeMaximum: largestStep(variableStart),
  };
}

/**
 * The places of keys, key by key and ascending within a key: of key k order[start[k]] … order[start[k + 1] − 1].
 * @param keys whole numbers below `count`.
 */
export function placesByKey(keys: ArrayLike<number>, count: number): { start: Uint32Array; order: Uint32Array } {
  const start = new Uint32Array(count + 1);
  for (let i = 0; i < keys.length; i++) start[keys[i] + 1]++;
  for (let key = 0; key < count; key++) start[key + 1] += start[key];
  const next = start.slice(0, count);
  const order = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) order[next[keys[i]]++] = i;
  return { start, order };
}

function largestStep(start: Uint32Array): number {
  let largest = 0;
  for (let i = 1; i < start.length; i++) largest = Math.max(largest, start[i] - start[i - 1]);
  return largest;
}
