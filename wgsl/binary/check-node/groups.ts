import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Words of a group of checks in the buffer `groups`; wgsl/binary/check-node/groups.wgsl. */
export const CHECK_GROUP_WORDS = 8;
/** Value for a group without a list of rows: check t is row t of its block. */
export const NO_LIST = 0xffffffff;
/** Value for a circulant that has all its ones. */
export const NO_MESSAGE = 0xffffffff;
export const HAS_DEGREE_ONE = 1;
export const NEW_LAYER = 2;
export const UNTESTED = 4;

/** A group of checks as the kernels read it. */
export interface PackedCheckGroup {
  readonly entry: number;
  readonly message: number;
  readonly check: number;
  readonly degreeOne: number;
  readonly list: number;
  readonly count: number;
  readonly degree: number;
  readonly flags: number;
}

/** Reads group g. */
export function readCheckGroup(groups: ArrayLike<number>, g: number): PackedCheckGroup {
  const at = CHECK_GROUP_WORDS * g;
  return {
    entry: groups[at],
    message: groups[at + 1],
    check: groups[at + 2],
    degreeOne: groups[at + 3],
    list: groups[at + 4],
    count: groups[at + 5],
    degree: groups[at + 6],
    flags: groups[at + 7],
  };
}

/** Number of the row within its block for check t of a group. */
export function blockRow({ list }: PackedCheckGroup, graph: ArrayLike<number>, t: number): number {
  return list === NO_LIST ? t : graph[list + t];
}

/** Variable of edge k of check t, row i of its block. */
export function edgeVariable(
  group: PackedCheckGroup,
  graph: ArrayLike<number>,
  { COMPACT, EDGES_BY_CHECK, LIFTING_SIZE }: KernelConstants,
  k: number,
  t: number,
  i: number,
): number {
  if (COMPACT === 0) return graph[group.message + (EDGES_BY_CHECK === 1 ? t * group.degree + k : t + k * group.count)];
  const entry = 2 * (group.entry + k);
  const x = i + graph[entry + 1];
  return graph[entry] + (x >= LIFTING_SIZE ? x - LIFTING_SIZE : x);
}
