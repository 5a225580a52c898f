import type { TannerGraph } from "../../../code/tanner-graph.ts";
import { type GaloisField, inverse, multiply } from "../../../galois/field.ts";
import { constantBuffer, type ProgramBuffer } from "../../../gpu/program.ts";
import { type Product, productTree } from "./product-tree.ts";

/** Targets of products from here on are edges. */
const OUTGOING = 1024;

/** Marks a row that has no product in a round. */
const NO_PRODUCT = 0xffffffff;

/** The trees of all degrees of a graph's checks, in rounds of products that the rows of a workgroup make at once. */
export interface TreeTables {
  /** First round of each degree 0 … D + 1. */
  readonly starts: readonly number[];
  /** [round][row]. */
  readonly rounds: readonly number[];
  /** Most vectors of a check: inputs, the neutral one, and products. */
  readonly vectors: number;
}

/** @param rows products that a workgroup makes at once. */
export function treeTables({ checkStart, checks, checkDegreeMaximum }: TannerGraph, rows: number): TreeTables {
  const degrees = new Set(Array.from({ length: checks }, (_, m) => checkStart[m + 1] - checkStart[m]));
  const neutral = checkDegreeMaximum;
  const starts = [0];
  const rounds: number[] = [];
  let vectors = neutral + 1;
  for (let degree = 0; degree <= checkDegreeMaximum; degree++) {
    const tree = degrees.has(degree) && degree > 0 ? productTree(degree, neutral, neutral + 1) : undefined;
    for (const level of tree?.levels ?? []) {
      for (let from = 0; from < level.length; from += rows) {
        const products = level.slice(from, from + rows).map(wordOf);
        rounds.push(...products, ...new Array<number>(rows - products.length).fill(NO_PRODUCT));
      }
    }
    vectors = Math.max(vectors, tree?.vectors ?? 0);
    starts.push(rounds.length / rows);
  }
  return { starts, rounds, vectors };
}

function wordOf({ left, right, target }: Product): number {
  const to = "edge" in target ? OUTGOING + target.edge : target.vector;
  return left + right * 2 ** 10 + to * 2 ** 20;
}

/** By edge its variable, h and the edges of the variable, filled up with the number of edges. */
export function edgeTable(graph: TannerGraph): ProgramBuffer {
  const { edges, edgeVariable, edgeValue, variableStart, variableEdge, variableDegreeMaximum } = graph;
  const words = 2 + variableDegreeMaximum;
  const table = new Uint32Array(edges * words).fill(edges);
  for (let e = 0; e < edges; e++) {
    const n = edgeVariable[e];
    table.set([n, edgeValue[e], ...variableEdge.subarray(variableStart[n], variableStart[n + 1])], e * words);
  }
  return constantBuffer(table);
}

/** [2][h][q]: h·a, and x/h. */
export function multiplesTable(field: GaloisField): ProgramBuffer {
  const { q } = field;
  const table = new Uint32Array(2 * q * q);
  for (let h = 1; h < q; h++) {
    for (let a = 0; a < q; a++) {
      table[h * q + a] = multiply(field, h, a);
      table[(q + h) * q + a] = multiply(field, inverse(field, h), a);
    }
  }
  return constantBuffer(table);
}
