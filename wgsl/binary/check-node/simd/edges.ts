import type { KernelCall, KernelConstants, SimdDispatch } from "../../../../src/gpu/kernel.ts";
import type { SimdMemory } from "../../../../src/gpu/simd.ts";
import {
  blockRow,
  CHECK_GROUP_WORDS,
  edgeVariable,
  HAS_DEGREE_ONE,
  type PackedCheckGroup,
  readCheckGroup,
} from "../groups.ts";

/**
 * Positions of the variables of all checks in a row of posteriors. The table stands beside a program's buffers, in the order of checks and
 * edges.
 */
export interface EdgeTable {
  readonly groups: readonly PackedCheckGroup[];
  /** Writes the table for rows of `rowBytes` bytes, unless it already has this row length. */
  fit(rowBytes: number): void;
  /** Address of the table's words for check t of a group. */
  addressOf(group: PackedCheckGroup, t: number): number;
}

/** Checks that one function updates in turn. */
export interface CheckRun {
  readonly group: PackedCheckGroup;
  /** First check in the group, and number of checks. */
  readonly t: number;
  readonly count: number;
}

/** The table of the graph in the buffers `check_groups` and `graph`. All dispatches share it. */
export function edgeTable(
  memory: SimdMemory,
  packed: Uint32Array,
  graph: Uint32Array,
  constants: KernelConstants,
): EdgeTable {
  return memory.shared(`edges of ${graph.byteOffset}`, () => makeTable(memory, packed, graph, constants));
}

function makeTable(memory: SimdMemory, packed: Uint32Array, graph: Uint32Array, constants: KernelConstants): EdgeTable {
  const groups = Array.from({ length: packed.length / CHECK_GROUP_WORDS }, (_, g) => readCheckGroup(packed, g));
  /** First word of each group in the table. */
  const first = new Map<number, number>();
  let length = 0;
  for (const { check, degree, count } of groups) {
    first.set(check, length);
    length += degree * count;
  }
  const variables = new Uint32Array(length);
  for (const group of groups) {
    let at = first.get(group.check)!;
    for (let t = 0; t < group.count; t++) {
      const i = blockRow(group, graph, t);
      for (let k = 0; k < group.degree; k++) {
        variables[at++] = edgeVariable(group, graph, constants, k, t, i);
      }
    }
  }
  const table = memory.words(length);
  let fitted = 0;
  return {
    groups,
    fit(rowBytes) {
      if (rowBytes === fitted) return;
      for (let i = 0; i < length; i++) table[i] = variables[i] * rowBytes;
      fitted = rowBytes;
    },
    addressOf: (group, t) => table.byteOffset + 4 * (first.get(group.check)! + t * group.degree),
  };
}

/**
 * The checks [from, from + count) as runs within groups, without the check whose circulant lacks a one (constant ABSENT).
 * @returns the runs, and the number of that check if it is in the range.
 */
export function checkRuns(
  { groups }: EdgeTable,
  { ABSENT }: KernelConstants,
  from: number,
  count: number,
): { readonly runs: readonly CheckRun[]; readonly lacking?: number } {
  const runs: CheckRun[] = [];
  let lacking: number | undefined;
  for (const group of groups) {
    const start = Math.max(from, group.check) - group.check;
    const end = Math.min(from + count, group.check + group.count) - group.check;
    if (start >= end) continue;
    const edge = ABSENT - group.message;
    const t = edge >= 0 && edge < group.degree * group.count ? edge % group.count : -1;
    if (t < start || t >= end) runs.push({ group, t: start, count: end - start });
    else {
      lacking = group.check + t;
      if (t > start) runs.push({ group, t: start, count: t - start });
      if (t + 1 < end) runs.push({ group, t: t + 1, count: end - t - 1 });
    }
  }
  return { runs, lacking };
}

/** Groups that share a function: their number of edges, and whether they have a degree-1 variable. */
export function shapeOf({ degree, flags }: PackedCheckGroup): { readonly degree: number; readonly degreeOne: boolean } {
  return { degree, degreeOne: (flags & HAS_DEGREE_ONE) !== 0 };
}

/** The compiled WGSL for a single check of a dispatch, which the functions do not update. */
export function compiledCheck({ constants, compiled }: SimdDispatch, check: number): (call: KernelCall) => void {
  const run = compiled({ ...constants, CHECKS_PER_WORKGROUP: 1 });
  return (call) => run({ ...call, range: { ...call.range, from: check, to: check + 1 } });
}
