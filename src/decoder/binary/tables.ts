import {
  CHECK_GROUP_WORDS,
  HAS_DEGREE_ONE,
  NEW_LAYER,
  NO_LIST,
  UNTESTED,
} from "../../../wgsl/binary/check-node/groups.ts";
import { greatestCommonDivisor } from "../../greatest-common-divisor.ts";
import type { BinaryPlan } from "./arithmetic.ts";
import { type BinaryGraph, type CheckGroup, messageVariables } from "./graph.ts";

/** The graph as the kernels read it. */
export interface GraphTables {
  /** Buffer `check_groups`. */
  readonly groups: Uint32Array;
  /** Buffer `graph`. */
  readonly graph: Uint32Array;
  /** Offset in `graph` of the list with the group of every `checksPerEntry` checks. */
  readonly checkGroupAt: number;
  /** Checks that share an entry of that list: the greatest number that divides the size of every group. */
  readonly checksPerEntry: number;
  /** Whether groups have lists of rows. */
  readonly lists: boolean;
  /** Offset in `graph` of the words of a rule, which are its last. */
  readonly ruleAt: number;
}

/** The tables of a graph; compact: circulants instead of messages. */
export function graphTables(
  graph: BinaryGraph,
  { compact, edgesByCheck, tables }: Pick<BinaryPlan, "compact" | "edgesByCheck" | "tables">,
): GraphTables {
  const sorted = sortedGroups(graph.groups);
  const groups = new Uint32Array(CHECK_GROUP_WORDS * sorted.length);
  const common = graph.groups.reduce((divisor, { count }) => greatestCommonDivisor(divisor, count), 0);
  const checksPerEntry = Math.max(common, 1);
  const checkGroup = new Uint32Array(graph.checks / checksPerEntry);
  const table = Array.from(compact ? graph.entries : edgesByCheck ? variablesByCheck(graph) : messageVariables(graph));
  let lists = false;
  sorted.forEach(({ layer, count, degree, message, check, degreeOne, entry, indices, isUntested = false }, g) => {
    let list = NO_LIST;
    if (compact && indices !== undefined) {
      lists = true;
      list = table.length;
      for (const i of indices) table.push(i);
    }
    const newLayer = g === 0 || sorted[g - 1].layer !== layer;
    const flags =
      (degreeOne === undefined ? 0 : HAS_DEGREE_ONE) | (newLayer ? NEW_LAYER : 0) | (isUntested ? UNTESTED : 0);
    groups.set([entry, message, check, degreeOne ?? 0, list, count, degree, flags], CHECK_GROUP_WORDS * g);
    checkGroup.fill(g, check / checksPerEntry, (check + count) / checksPerEntry);
  });
  const checkGroupAt = table.length;
  for (const g of checkGroup) table.push(g);
  const ruleAt = table.length;
  for (const word of tables?.words ?? []) table.push(word);
  return { groups, graph: Uint32Array.from(table), checkGroupAt, checksPerEntry, lists, ruleAt };
}

/** Variable of each edge: within a group check by check, where messages are edge by edge. */
function variablesByCheck(graph: BinaryGraph): Uint32Array {
  const variables = messageVariables(graph);
  const byCheck = new Uint32Array(variables.length);
  for (const { message, count, degree } of graph.groups) {
    for (let edge = 0; edge < count * degree; edge++) {
      byCheck[message + edge] = variables[message + Math.floor(edge / degree) + (edge % degree) * count];
    }
  }
  return byCheck;
}

/** The groups by degree and size within a layer, where any order is correct. */
function sortedGroups(groups: readonly CheckGroup[]): CheckGroup[] {
  const key = ({ degree, count, degreeOne }: CheckGroup) => [degree, count, degreeOne === undefined ? 0 : 1];
  return [...groups].sort((a, b) => {
    if (a.layer !== b.layer) return a.layer - b.layer;
    const [x, y] = [key(a), key(b)];
    const i = x.findIndex((value, j) => value !== y[j]);
    return i < 0 ? a.check - b.check : x[i] - y[i];
  });
}
