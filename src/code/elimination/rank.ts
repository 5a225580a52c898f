import { InputError } from "../../errors.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { DENSE_ELEMENTS_MAXIMUM } from "./elimination.ts";
import { inactivationPlan, plannedRank, type SparseMatrix } from "./inactivation.ts";

/**
 * Rank of H over GF(q). A row that holds the only entry of a column is independent of all other rows. Such rows are
 * removed first, again and again; triangular codes (DVB-S2) have none left. The rest is transposed, because it has more
 * columns than rows: a column is then a row with few entries, and elimination with few dense columns
 * (`inactivationPlan`) is short.
 * @param limit largest number of elements of the dense part, a byte each.
 * @throws InputError if the dense part is larger.
 */
export function rank(matrix: ParityCheckMatrix, limit = DENSE_ELEMENTS_MAXIMUM): number {
  const left = rowsAfterPeeling(matrix);
  const rest = transposed(matrix, left);
  const plan = inactivationPlan(rest);
  if (plan.pivots.length * plan.inactives > limit) {
    throw new InputError(
      `the rank of a matrix with a dense part of ${plan.pivots.length} × ${plan.inactives} is out of reach`,
    );
  }
  return matrix.rows - left.length + plannedRank(matrix.field, rest, plan);
}

/** Some rows of H as columns, in their order. */
function transposed(matrix: ParityCheckMatrix, left: readonly number[]): SparseMatrix {
  const { columns: rows, checkStart, variable, value } = matrix;
  const columnStart = new Uint32Array(left.length + 1);
  const rowStart = new Uint32Array(rows + 1);
  left.forEach((m, c) => {
    columnStart[c + 1] = columnStart[c] + checkStart[m + 1] - checkStart[m];
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) rowStart[variable[e] + 1]++;
  });
  for (let r = 0; r < rows; r++) rowStart[r + 1] += rowStart[r];
  const entries = columnStart[left.length];
  const [column, columnRow, values] = [new Uint32Array(entries), new Uint32Array(entries), new Uint8Array(entries)];
  const next = rowStart.slice(0, rows);
  left.forEach((m, c) => {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      columnRow[columnStart[c] + e - checkStart[m]] = variable[e];
      column[next[variable[e]]] = c;
      values[next[variable[e]]++] = value[e];
    }
  });
  return { rows, columns: left.length, rowStart, column, value: values, columnStart, columnRow };
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
