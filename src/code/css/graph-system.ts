import { type GaloisField, inverse, multiply } from "../../galois/field.ts";
import { inverseModulo } from "../../greatest-common-divisor.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { placesByKey } from "../tanner-graph.ts";

/** Where coefficients and unknowns are: numbers from 0 to below `size`. Every coefficient but 0 has an inverse. */
export interface Ring {
  readonly size: number;
  minus(a: number, b: number): number;
  times(a: number, b: number): number;
  inverse(a: number): number;
}

const fieldRing = (field: GaloisField): Ring => ({
  size: field.q,
  minus: (a, b) => a ^ b,
  times: (a, b) => multiply(field, a, b),
  inverse: (a) => inverse(field, a),
});

/** Whole numbers modulo an odd number, where coefficients are ±1 and their sums ±2. */
export const wholeRing = (size: number): Ring => ({
  size,
  minus: (a, b) => (a - b + size) % size,
  times: (a, b) => (a * b) % size,
  inverse: (a) => inverseModulo(a, size),
});

/** Solutions of a homogeneous linear system. */
export interface GraphSolutions {
  /** Independent equations. */
  readonly rank: number;
  /** A solution, all of them equally likely. @param below a uniform number below its argument. */
  draw(below: (bound: number) => number): Uint32Array;
}

/**
 * Solves Σ c·v = 0, each unknown in two equations, in time linear in their number: equations are vertices, unknowns edges. Unknowns outside
 * a spanning forest are free, and each vertex but the roots gives the edge to its parent, leaves first. What is left at a root is a
 * multiple of each free unknown; one of them with another multiple than 0, if there is any, makes it 0.
 * @param vertices number of equations.
 * @param ends [unknown][2], the equations of each unknown, different ones.
 * @param coefficients [unknown][2], none of them 0.
 */
export function graphSolutions(
  vertices: number,
  ends: Uint32Array,
  coefficients: Uint32Array,
  { size, minus, times, inverse: inverted }: Ring,
): GraphSolutions {
  const edges = ends.length / 2;
  const { start, order: halves } = placesByKey(ends, vertices);
  /** Of each vertex its half of the edge to its parent; −1 for roots. */
  const up = new Int32Array(vertices).fill(-1);
  const isTree = new Uint8Array(edges);
  /** What 1 at a vertex leaves at its root. */
  const atRoot = new Uint32Array(vertices);
  const order: number[] = [];
  /** Roots, and of each a free unknown that the root's equation needs, −1 if it needs none. */
  const roots: { readonly root: number; readonly needed: number; readonly multiple: number }[] = [];
  for (let root = 0; root < vertices; root++) {
    if (atRoot[root] !== 0) continue;
    atRoot[root] = 1;
    const first = order.push(root) - 1;
    for (let at = first; at < order.length; at++) {
      const vertex = order[at];
      for (let i = start[vertex]; i < start[vertex + 1]; i++) {
        const own = halves[i];
        const other = own ^ 1;
        const child = ends[other];
        if (atRoot[child] !== 0) continue;
        isTree[own >> 1] = 1;
        up[child] = other;
        const ratio = times(coefficients[own], inverted(coefficients[other]));
        atRoot[child] = minus(0, times(ratio, atRoot[vertex]));
        order.push(child);
      }
    }
    let [needed, multiple] = [-1, 0];
    for (let at = first; at < order.length && needed < 0; at++) {
      for (let i = start[order[at]]; i < start[order[at] + 1] && needed < 0; i++) {
        const edge = halves[i] >> 1;
        if (isTree[edge] === 1) continue;
        const [a, b] = [0, 1].map((end) => times(coefficients[2 * edge + end], atRoot[ends[2 * edge + end]]));
        multiple = minus(a, minus(0, b));
        if (multiple !== 0) needed = edge;
      }
    }
    roots.push({ root, needed, multiple });
  }
  const solve = (values: Uint32Array): Uint32Array => {
    const sums = new Uint32Array(vertices);
    const add = (half: number) => {
      const vertex = ends[half];
      sums[vertex] = minus(sums[vertex], minus(0, times(coefficients[half], values[half >> 1])));
    };
    for (let edge = 0; edge < edges; edge++) {
      if (isTree[edge] === 1) continue;
      add(2 * edge);
      add(2 * edge + 1);
    }
    for (let at = order.length - 1; at >= 0; at--) {
      const vertex = order[at];
      const half = up[vertex];
      if (half < 0) continue;
      values[half >> 1] = minus(0, times(sums[vertex], inverted(coefficients[half])));
      add(half ^ 1);
    }
    return sums;
  };
  return {
    rank: vertices - roots.filter(({ needed }) => needed < 0).length,
    draw(below) {
      const values = Uint32Array.from({ length: edges }, () => below(size));
      const left = solve(values);
      for (const { root, needed, multiple } of roots) {
        if (needed < 0) continue;
        values[needed] = minus(values[needed], times(left[root], inverted(multiple)));
      }
      solve(values);
      return values;
    },
  };
}

/** Codewords of H, each of whose columns has two entries; undefined for another H. */
export function codewordsOfWeightTwo({ field, rows, columns, checkStart, variable, value }: ParityCheckMatrix) {
  const ends = new Uint32Array(2 * columns);
  const coefficients = new Uint32Array(2 * columns);
  const filled = new Uint8Array(columns);
  for (let row = 0; row < rows; row++) {
    for (let e = checkStart[row]; e < checkStart[row + 1]; e++) {
      const place = 2 * variable[e] + filled[variable[e]]++;
      if (filled[variable[e]] > 2) return undefined;
      ends[place] = row;
      coefficients[place] = value[e];
    }
  }
  if (filled.some((count) => count !== 2)) return undefined;
  return graphSolutions(rows, ends, coefficients, fieldRing(field));
}
