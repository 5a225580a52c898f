import { InputError } from "../errors.ts";
import { DENSE_ELEMENTS_MAXIMUM, eliminateRows } from "./elimination.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { eliminateSparsely, type SparseRow } from "./sparse-elimination.ts";
import { tannerGraph } from "./tanner-graph.ts";

/**
 * Rank of H over GF(q). Rows that hold the only entry of a column are independent of the others and are taken away
 * first, again and again, which leaves nothing of triangular codes (DVB-S2); then columns of two entries are eliminated, which
 * makes no new entries and leaves little of codes with many of them (multi-edge type); the rest is eliminated densely.
 * @throws InputError if that rest is too large.
 */
export function rank(matrix: ParityCheckMatrix): number {
  const { field, checkStart, variable, value } = matrix;
  const left = rowsAfterPeeling(matrix);
  const sparse = left.map((m): SparseRow => {
    const row: SparseRow = new Map();
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) row.set(variable[e], value[e]);
    return row;
  });
  const { pivots, rest } = eliminateSparsely(field, sparse);
  // Columns of the rest, renumbered.
  const number = new Map<number, number>();
  for (const row of rest) for (const column of row.keys()) if (!number.has(column)) number.set(column, number.size);
  const width = number.size;
  if (rest.length * width > DENSE_ELEMENTS_MAXIMUM) {
    throw new InputError(`the rank of a matrix with a dense part of ${rest.length} × ${width} is out of reach`);
  }
  const dense = rest.map((row) => {
    const elements = new Uint8Array(width);
    for (const [column, element] of row) elements[number.get(column) ?? 0] = element;
    return elements;
  });
  return matrix.rows - left.length + pivots + eliminateRows(field, dense, width).pivotColumns.length;
}

function rowsAfterPeeling(matrix: ParityCheckMatrix): number[] {
  const { variables, checks, checkStart, edgeVariable, edgeCheck, variableStart, variableEdge } = tannerGraph(matrix);
  const degree = Uint32Array.from({ length: variables }, (_, n) => variableStart[n + 1] - variableStart[n]);
  const removed = new Uint8Array(checks);
  const leaves = [...degree.keys()].filter((n) => degree[n] === 1);
  for (let leaf = leaves.pop(); leaf !== undefined; leaf = leaves.pop()) {
    for (let i = variableStart[leaf]; i < variableStart[leaf + 1]; i++) {
      const check = edgeCheck[variableEdge[i]];
      if (removed[check]) continue;
      removed[check] = 1;
      for (let e = checkStart[check]; e < checkStart[check + 1]; e++) {
        if (--degree[edgeVariable[e]] === 1) leaves.push(edgeVariable[e]);
      }
    }
  }
  return Array.from({ length: checks }, (_, m) => m).filter((m) => !removed[m]);
}
