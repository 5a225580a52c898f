import { sum } from "../../sum.ts";
import type { BinaryGraph, CheckGroup } from "./graph.ts";
import { rotations } from "./rotations.ts";

/** A visit of a block row in a layer. */
export interface Visit {
  readonly layer: number;
  /** Index of the block row in `groups`. */
  readonly row: number;
  /** The checks of the block row that are updated; all of them if left out. */
  readonly indices?: Uint32Array;
}

/** The graph of a quasi-cyclic code for kernels with shifts as constants: its groups are whole block rows. */
export interface ChipGraph extends BinaryGraph {
  readonly visits: readonly Visit[];
  /**
   * Number of block columns whose variables are read by several checks z of the block rows. They come first; variable z of each
   * further block column is read by check z of its block rows alone.
   */
  readonly sharedColumns: number;
}

/**
 * Rotates the block rows and block columns of a graph so that the circulants of a spanning forest of the base matrix have shift 0: kernels
 * with shifts as constants compute no address there. Check z of block row r becomes its check z + ρ_r, variable j of block column
 * c its variable j + γ_c, and a shift s becomes s + ρ_r − γ_c, all mod Z. Orders of checks and symbols follow, and the
 * decoder's results stay the same.
 */
export function chipGraph(graph: BinaryGraph): ChipGraph {
  const whole = wholeRows(graph);
  const { groups, entries, core, liftingSize: z } = whole;
  const { ofRow, ofColumn } = rotations(whole);
  const shifts = groups.flatMap(({ entry, degree }, r) =>
    Array.from({ length: degree }, (_, k) => {
      const column = entries[2 * (entry + k)] / z;
      return { at: entry + k, column, shift: (entries[2 * (entry + k) + 1] + ofRow[r] + z - ofColumn[column]) % z };
    }),
  );
  const isShared = new Uint8Array(core / z);
  for (const { column, shift } of shifts) if (shift > 0) isShared[column] = 1;
  // An array in workgroup memory has an element at least.
  if (!isShared.includes(1)) isShared[0] = 1;
  const columns = Array.from(isShared, (_, c) => c).sort((a, b) => isShared[b] - isShared[a] || a - b);
  const place = new Uint32Array(columns.length);
  columns.forEach((column, at) => {
    place[column] = at;
  });

  const symbol = whole.symbol.slice();
  const row = whole.row.slice();
  const rotate = (list: Uint32Array, first: number, from: Uint32Array, of: number, by: number) => {
    for (let i = 0; i < z; i++) list[first + i] = from[of + ((i + by) % z)];
  };
  columns.forEach((column, at) => {
    rotate(symbol, at * z, whole.symbol, column * z, ofColumn[column]);
  });
  groups.forEach(({ check, degreeOne }, r) => {
    rotate(row, check, whole.row, check, ofRow[r]);
    if (degreeOne !== undefined) rotate(symbol, degreeOne, whole.symbol, degreeOne, ofRow[r]);
  });
  const rotated = entries.slice();
  for (const { at, column, shift } of shifts) rotated.set([place[column] * z, shift], 2 * at);
  return {
    ...whole,
    symbol,
    row,
    entries: rotated,
    sharedColumns: sum(isShared),
    visits: whole.visits.map(({ indices, ...visit }) => ({
      ...visit,
      ...(indices && { indices: indices.map((i) => (i + z - ofRow[visit.row]) % z) }),
    })),
    ...rotatedAbsent(whole, ofRow),
  };
}

/** The graph with a group for each block row, numbered in the order of the first visits. */
function wholeRows(graph: BinaryGraph): Omit<ChipGraph, "sharedColumns"> {
  const { liftingSize: z, core } = graph;
  const symbol = graph.symbol.slice();
  const row = new Uint32Array(graph.checks);
  const rowOfEntry = new Map<number, number>();
  const groups: CheckGroup[] = [];
  let [message, degreeOneVariable] = [0, core];
  let absent: number | undefined;
  const visits = graph.groups.map((part): Visit => {
    const { layer, count, degree, entry, indices } = part;
    const found = rowOfEntry.get(entry);
    const r = found ?? groups.length;
    if (found === undefined) {
      rowOfEntry.set(entry, r);
      const own = part.degreeOne === undefined ? {} : { degreeOne: degreeOneVariable };
      groups.push({ layer, count: z, degree, message, check: r * z, entry, ...own });
      message += degree * z;
      if (part.degreeOne !== undefined) degreeOneVariable += z;
    }
    const whole = groups[r];
    for (let t = 0; t < count; t++) {
      const i = indices?.[t] ?? t;
      row[whole.check + i] = graph.row[part.check + t];
      if (part.degreeOne !== undefined) symbol[whole.degreeOne! + i] = graph.symbol[part.degreeOne + t];
    }
    const missing = (graph.absent ?? -1) - part.message;
    if (missing >= 0 && missing < degree * count) {
      const t = missing % count;
      absent = whole.message + Math.floor(missing / count) * z + (indices?.[t] ?? t);
    }
    return { layer, row: r, ...(indices && { indices }) };
  });
  const { absent: _absent, ...rest } = graph;
  return { ...rest, groups, row, symbol, visits, ...(absent === undefined ? {} : { absent }) };
}

function rotatedAbsent(
  { absent, groups, liftingSize: z }: BinaryGraph,
  ofRow: Uint32Array,
): Pick<BinaryGraph, "absent"> {
  if (absent === undefined) return {};
  const r = groups.findIndex(({ message, degree }) => absent >= message && absent < message + degree * z);
  const { message } = groups[r];
  const k = Math.floor((absent - message) / z);
  return { absent: message + k * z + ((((absent - message) % z) + z - ofRow[r]) % z) };
}
