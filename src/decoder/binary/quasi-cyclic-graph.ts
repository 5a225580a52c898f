import type { BaseMatrix } from "../../code/base-matrix.ts";
import { type Layer, mergedLayers, rowLayers } from "../../code/layers.ts";
import { degreeOneColumns } from "./degree-one.ts";
import type { BinaryGraph, CheckGroup, Layering } from "./graph.ts";

/**
 * The graph of a quasi-cyclic code, block row by block row.
 * @param withDegreeOne false: variables of degree 1 are core variables.
 */
export function quasiCyclicGraph(base: BaseMatrix, layering: Layering, withDegreeOne = true): BinaryGraph {
  const { rows, columns, liftingSize: z, column, checkOrder, symbolOrder } = base;
  const degreeOneColumn = withDegreeOne ? degreeOneColumns(base) : new Int32Array(rows).fill(-1);
  const core = coreVariables(base, degreeOneColumn);
  const { entryStart, entries, absentRow } = coreEntries(base, core);
  const { symbol } = core;

  const plan = layersOf(base, layering);
  const groups: CheckGroup[] = [];
  const rowOfCheck: number[] = [];
  let message = 0;
  let degreeOne = core.count;
  let absent: number | undefined;
  plan.forEach((parts, layer) => {
    for (const { row, indices } of parts) {
      const count = indices?.length ?? z;
      const degree = entryStart[row + 1] - entryStart[row];
      const entry = entryStart[row];
      const c = degreeOneColumn[row];
      groups.push({
        layer,
        count,
        degree,
        message,
        check: rowOfCheck.length,
        entry,
        ...(c < 0 ? {} : { degreeOne }),
        ...(indices === undefined ? {} : { indices }),
      });
      const shift = c < 0 ? 0 : shiftOf(base, row, c);
      for (let t = 0; t < count; t++) {
        const i = indices?.[t] ?? t;
        rowOfCheck.push(checkOrder.first[row] + i * checkOrder.step[row]);
        for (let k = 0; absentRow.size > 0 && k < degree; k++) {
          if (absentRow.get(entry + k) === i) absent = message + k * count + t;
        }
        if (c >= 0) symbol[degreeOne++] = symbolOrder.first[c] + ((i + shift) % z) * symbolOrder.step[c];
      }
      message += degree * count;
    }
  });
  return {
    variables: columns * z,
    core: core.count,
    checks: rows * z,
    edges: column.length * z - base.absent.length,
    messages: message,
    liftingSize: z,
    groups,
    entries,
    symbol,
    row: Uint32Array.from(rowOfCheck),
    layers: plan.length,
    ...(absent === undefined ? {} : { absent }),
  };
}

function layersOf(base: BaseMatrix, { rule, order }: Layering): readonly Layer[] {
  if (rule === "none") return [Array.from({ length: base.rows }, (_, row) => ({ row, indices: undefined }))];
  return rule === "rows" ? rowLayers(base, order) : mergedLayers(base, order);
}

/** Block columns without degree-1 variables, and the variables of their symbols. */
interface CoreVariables {
  readonly count: number;
  /** Whether a block column is one of degree-1 variables. */
  readonly isDegreeOne: Uint8Array;
  /** First variable of each other block column. */
  readonly first: Uint32Array;
  /** Code symbol of each core variable; the entries of degree-1 variables are not set. */
  readonly symbol: Uint32Array;
}

function coreVariables(base: BaseMatrix, degreeOneColumn: Int32Array): CoreVariables {
  const { columns, liftingSize: z, symbolOrder } = base;
  const isDegreeOne = new Uint8Array(columns);
  for (const c of degreeOneColumn) if (c >= 0) isDegreeOne[c] = 1;
  const first = new Uint32Array(columns);
  const symbol = new Uint32Array(columns * z);
  let count = 0;
  for (let c = 0; c < columns; c++) {
    if (isDegreeOne[c] === 1) continue;
    first[c] = count;
    for (let j = 0; j < z; j++) symbol[count++] = symbolOrder.first[c] + j * symbolOrder.step[c];
  }
  return { count, isDegreeOne, first, symbol };
}

/** Core entries, two words each; the first entry of each block row; and the places of missing ones. */
function coreEntries(base: BaseMatrix, { isDegreeOne, first }: CoreVariables) {
  const { rows, rowStart, column, shift } = base;
  const entryStart = new Uint32Array(rows + 1);
  const entries: number[] = [];
  const absentOf = new Map(base.absent.map(({ entry, index }) => [entry, index]));
  /** Row of its block, by place of the entry. */
  const absentRow = new Map<number, number>();
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      if (isDegreeOne[column[e]] === 1) continue;
      const index = absentOf.get(e);
      if (index !== undefined) absentRow.set(entries.length / 2, index);
      entries.push(first[column[e]], shift[e]);
    }
    entryStart[r + 1] = entries.length / 2;
  }
  return { entryStart, entries: Uint32Array.from(entries), absentRow };
}

/** Shift of the circulant of a block row in a block column. */
function shiftOf({ rowStart, column, shift }: BaseMatrix, row: number, c: number): number {
  return shift[rowStart[row] + column.subarray(rowStart[row], rowStart[row + 1]).indexOf(c)];
}
