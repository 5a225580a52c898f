import type { BaseMatrix } from "../../code/base-matrix.ts";
import { checkLayers, type Layer, mergedLayers, rowLayers } from "../../code/layers.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";

/** The checks that form a layer: a block row of the base matrix, or block rows that share no block column. */
type LayerRule = "none" | "rows" | "merged";

/** The rule that forms layers. */
interface Layering {
  readonly rule: LayerRule;
  /** Order in which block rows, or the checks of an unstructured code in layers, are visited; ascending if left out. */
  readonly order?: Uint32Array;
}

/**
 * Checks of equal degree that a decoder updates together: a block row of the base matrix, a part of one, or the checks of
 * one degree in a layer of an unstructured code. Check t of it, t = 0 … count − 1, has the messages
 * message + k·count + t, k = 0 … degree − 1.
 */
export interface CheckGroup {
  readonly layer: number;
  readonly count: number;
  /** Edges of each check to core variables, without the edge to its degree-1 variable. */
  readonly degree: number;
  /** First message of the group. */
  readonly message: number;
  /** Number of check 0. */
  readonly check: number;
  /**
   * Index of the degree-1 variable of check 0; the variables of checks 1, 2, … follow. Undefined if the checks have
   * none.
   */
  readonly degreeOne?: number;
  /** Whether a frame is done without regard to these checks; false if left out. */
  readonly isUntested?: true;
  /** First circulant: entry k of all checks is `entries` number entry + k. */
  readonly entry: number;
  /** Row of the block for each check t; t itself if left out. */
  readonly indices?: Uint32Array;
}

/**
 * The graph of a binary code for decoders, in the storage of two papers. A quasi-cyclic code keeps its base matrix:
 * `entries` and the groups hold shift, column and position, the three parts of the CV-QKD paper's H_compact. An
 * unstructured code has the EQML paper's seven arrays (section 2.1) in another form: rowdegree and rowsum are `degree`
 * and `message` of the groups, and colnum is `messageVariable` (checks of equal degree side by side, so that neighbours
 * in a dispatch read neighbours in memory); coldegree and colsum are `start` of the variable lists. `edges` of the
 * lists is both V2C and C2V: one permutation is enough, because messages are kept once, in the order of the checks
 * (variable-lists.ts).
 *
 * Variables are renumbered: core variables first, block column after block column, then the degree-1 variables that are
 * the only one of their check. A degree-1 variable's message to its check is always the channel's, so it stays out of
 * the messages and out of the sums (CV-QKD ensembles, 5G's extension).
 */
export interface BinaryGraph {
  readonly variables: number;
  /** Number of core variables: all but the separated degree-1 variables. */
  readonly core: number;
  readonly checks: number;
  /** Edges of the Tanner graph, including the edges to degree-1 variables. */
  readonly edges: number;
  /** Messages that are kept: one for each edge to a core variable. */
  readonly messages: number;
  /** Z; 1 for an unstructured code. */
  readonly liftingSize: number;
  readonly groups: readonly CheckGroup[];
  /** Of a quasi-cyclic code. */
  readonly base?: BaseMatrix;
  /** Block column's first variable and shift of each circulant, two words each. Empty for an unstructured code. */
  readonly entries: Uint32Array;
  /** Variable of each message of an unstructured code; `messageVariables` computes the list for any graph. */
  readonly messageVariable?: Uint32Array;
  /** Code symbol of each variable. */
  readonly symbol: Uint32Array;
  readonly row: Uint32Array;
  /** Index of the message in the place of a circulant's missing one, which has no edge. */
  readonly absent?: number;
  /** Layers, in order 0 … layers − 1. */
  readonly layers: number;
}

/** Degrees for which kernels have a function each: of checks without and with a degree-1 variable. */
export function degreeLists(groups: readonly CheckGroup[]): Readonly<Record<string, readonly number[]>> {
  const degrees = (has: boolean) => groups.filter(({ degreeOne }) => (degreeOne !== undefined) === has);
  const list = (of: readonly CheckGroup[]) => [...new Set(of.map(({ degree }) => degree))].sort((a, b) => a - b);
  return { DEGREES0: list(degrees(false)), DEGREES1: list(degrees(true)) };
}

/** Variable of each message: the circulants of a quasi-cyclic code expanded. */
export function messageVariables({
  messageVariable,
  messages,
  groups,
  entries,
  liftingSize: z,
}: BinaryGraph): Uint32Array {
  if (messageVariable !== undefined) return messageVariable;
  const variables = new Uint32Array(messages);
  for (const { count, degree, message, entry, indices } of groups) {
    for (let k = 0; k < degree; k++) {
      const [first, shift] = [entries[2 * (entry + k)], entries[2 * (entry + k) + 1]];
      for (let t = 0; t < count; t++) variables[message + k * count + t] = first + (((indices?.[t] ?? t) + shift) % z);
    }
  }
  return variables;
}

/** The column of degree 1 of each row that has exactly one, else a negative number. @param start of each row's entries in `column`. */
function degreeOneColumns(start: Uint32Array, column: Uint32Array, columns: number): Int32Array {
  const degree = new Uint32Array(columns);
  for (const c of column) degree[c]++;
  return Int32Array.from(start.subarray(1), (end, r) => {
    const own = column.subarray(start[r], end).filter((c) => degree[c] === 1);
    return own.length === 1 ? own[0] : -1;
  });
}

/**
 * The graph of a quasi-cyclic code, block row by block row.
 * @param withDegreeOne false: variables of degree 1 are core variables.
 */
export function quasiCyclicGraph(base: BaseMatrix, { rule, order }: Layering, withDegreeOne = true): BinaryGraph {
  const { rows, columns, liftingSize: z, rowStart, column, shift, checkOrder, symbolOrder } = base;
  // A circulant that lacks a one leaves a variable without any edge.
  const separates = withDegreeOne && base.absent.length === 0;
  const degreeOneColumn = separates ? degreeOneColumns(rowStart, column, columns) : new Int32Array(rows).fill(-1);
  const isDegreeOne = new Set(degreeOneColumn);
  // First core variable of each block column; those of degree 1 have none.
  const first = new Uint32Array(columns);
  const symbol = new Uint32Array(columns * z);
  let core = 0;
  for (let c = 0; c < columns; c++) {
    if (isDegreeOne.has(c)) continue;
    first[c] = core;
    for (let j = 0; j < z; j++) symbol[core++] = symbolOrder.first[c] + j * symbolOrder.step[c];
  }
  // Core entries, two words each; the first entry of each block row; and the row of its block of missing ones, by place of the entry.
  const entryStart = [0];
  const entries: number[] = [];
  const absentOf = new Map(base.absent.map(({ entry, index }) => [entry, index]));
  const absentRow = new Map<number, number>();
  const degreeOneShift = new Uint32Array(rows);
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      if (column[e] === degreeOneColumn[r]) degreeOneShift[r] = shift[e];
      if (isDegreeOne.has(column[e])) continue;
      const index = absentOf.get(e);
      if (index !== undefined) absentRow.set(entries.length / 2, index);
      entries.push(first[column[e]], shift[e]);
    }
    entryStart.push(entries.length / 2);
  }

  const layers: readonly Layer[] =
    rule === "none"
      ? [Array.from({ length: rows }, (_, at) => ({ row: order?.[at] ?? at, indices: undefined }))]
      : (rule === "rows" ? rowLayers : mergedLayers)(base, order);
  const groups: CheckGroup[] = [];
  const rowOfCheck: number[] = [];
  let message = 0;
  let degreeOne = core;
  let absent: number | undefined;
  layers.forEach((parts, layer) => {
    for (const { row, indices } of parts) {
      const count = indices?.length ?? z;
      const entry = entryStart[row];
      const degree = entryStart[row + 1] - entry;
      const c = degreeOneColumn[row];
      const own = { ...(c >= 0 && { degreeOne }), ...(indices && { indices }) };
      groups.push({ layer, count, degree, message, check: rowOfCheck.length, entry, ...own });
      for (let t = 0; t < count; t++) {
        const i = indices?.[t] ?? t;
        rowOfCheck.push(checkOrder.first[row] + i * checkOrder.step[row]);
        for (let k = 0; absentRow.size > 0 && k < degree; k++) {
          if (absentRow.get(entry + k) === i) absent = message + k * count + t;
        }
        if (c < 0) continue;
        symbol[degreeOne++] = symbolOrder.first[c] + ((i + degreeOneShift[row]) % z) * symbolOrder.step[c];
      }
      message += degree * count;
    }
  });
  return {
    variables: columns * z,
    core,
    checks: rows * z,
    edges: column.length * z - base.absent.length,
    messages: message,
    liftingSize: z,
    base,
    groups,
    entries: Uint32Array.from(entries),
    symbol,
    row: Uint32Array.from(rowOfCheck),
    layers: layers.length,
    ...(absent === undefined ? {} : { absent }),
  };
}

/**
 * The graph of an unstructured code. The layering "none" makes one layer of all checks, else they are coloured.
 * @param withDegreeOne false: variables of degree 1 are core variables.
 * @param untested checks that are not tested.
 */
export function unstructuredGraph(
  matrix: ParityCheckMatrix,
  { rule, order }: Layering,
  withDegreeOne = true,
  untested: Uint32Array = new Uint32Array(),
): BinaryGraph {
  const isUntested = new Set(untested);
  const { checkStart, variable, rows, columns } = matrix;
  const degreeOneOf = withDegreeOne ? degreeOneColumns(checkStart, variable, columns) : new Int32Array(rows).fill(-1);
  const isDegreeOne = new Uint8Array(columns);
  for (const n of degreeOneOf) if (n >= 0) isDegreeOne[n] = 1;
  const symbol = new Uint32Array(columns);
  const number = new Uint32Array(columns);
  let core = 0;
  for (let n = 0; n < columns; n++) {
    if (isDegreeOne[n] === 1) continue;
    number[n] = core;
    symbol[core++] = n;
  }

  const sets = rule === "none" ? [Uint32Array.from({ length: rows }, (_, m) => m)] : checkLayers(matrix, order);
  const groups: CheckGroup[] = [];
  const row: number[] = [];
  let message = 0;
  let degreeOne = core;
  const messageVariable = new Uint32Array(variable.length - (columns - core));
  sets.forEach((set, layer) => {
    const kinds = new Map<string, number[]>();
    for (const m of set) {
      const kind = `${checkStart[m + 1] - checkStart[m]} ${degreeOneOf[m] >= 0} ${isUntested.has(m)}`;
      if (kinds.get(kind)?.push(m) === undefined) kinds.set(kind, [m]);
    }
    for (const [key, checks] of kinds) {
      const hasDegreeOne = degreeOneOf[checks[0]] >= 0;
      const degree = Number.parseInt(key, 10) - (hasDegreeOne ? 1 : 0);
      const count = checks.length;
      const own = {
        ...(hasDegreeOne && { degreeOne }),
        ...(isUntested.has(checks[0]) && { isUntested: true as const }),
      };
      groups.push({ layer, count, degree, message, check: row.length, entry: 0, ...own });
      checks.forEach((m, t) => {
        let k = 0;
        for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
          if (isDegreeOne[variable[e]] === 1) symbol[degreeOne++] = variable[e];
          else messageVariable[message + k++ * count + t] = number[variable[e]];
        }
        row.push(m);
      });
      message += degree * count;
    }
  });
  return {
    variables: columns,
    core,
    checks: rows,
    edges: variable.length,
    messages: message,
    liftingSize: 1,
    groups,
    entries: new Uint32Array(),
    messageVariable,
    symbol,
    row: Uint32Array.from(row),
    layers: sets.length,
  };
}
