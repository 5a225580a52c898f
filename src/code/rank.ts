import { InputError } from "../errors.ts";
import { DENSE_ELEMENTS_MAXIMUM, eliminateRows } from "./elimination.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { tannerGraph } from "./tanner-graph.ts";

/**
 * Rank of H over GF(q). Rows that hold the only entry of a column are independent of the others and are taken away
 * first, again and again, which leaves nothing of codes with a triangular part (DVB-S2, multi-edge type); the rest is
 * eliminated densely.
 * @throws InputError if that rest is too large.
 */
export function rank(matrix: ParityCheckMatrix): number {
  const { field, columns, checkStart, variable, value } = matrix;
  const rows = rowsAfterPeeling(matrix);
  const peeled = matrix.rows - rows.length;
  // Columns of the rest, renumbered in their order; a peeled column is one that no row of the rest touches.
  const number = new Int32Array(columns).fill(-1);
  for (const m of rows) for (let e = checkStart[m]; e < checkStart[m + 1]; e++) number[variable[e]] = 0;
  let width = 0;
  for (let n = 0; n < columns; n++) if (number[n] === 0) number[n] = width++;
  if (rows.length * width > DENSE_ELEMENTS_MAXIMUM) {
    throw new InputError(`the rank of a matrix with a dense part of ${rows.length} × ${width} is out of reach`);
  }
  const dense = rows.map((m) => {
    const row = new Uint8Array(width);
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) row[number[variable[e]]] = value[e];
    return row;
  });
  return peeled + eliminateRows(field, dense, width).pivotColumns.length;
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
