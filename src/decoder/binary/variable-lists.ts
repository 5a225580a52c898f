import { degreeCounts } from "../../code/tanner-graph.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import type { VariableRule } from "../nodes/rule.ts";
import { type BinaryGraph, messageVariables } from "./graph.ts";

/** The messages of every variable, for the sums of a flooding schedule. */
interface VariableLists {
  /** First element of the list of each block (of `block` variables). */
  readonly start: Uint32Array;
  /** Two words an entry: a circulant's first message and its shift, or a message and 0. */
  readonly edges: Uint32Array;
  /** Variables that share a list: Z, or 1. */
  readonly block: number;
}

/**
 * Variable-major view of a graph whose groups are whole block rows. Compact: by block column the circulants. Flat: by
 * variable the messages. Both in the same order, which sums depend on: block rows ascending, and checks ascending in an
 * unstructured code. The message in the place of a circulant's missing one keeps its index, and sums leave it out.
 */
export function variableLists(graph: BinaryGraph, compact: boolean): VariableLists {
  const { core, liftingSize, groups, entries, row } = graph;
  if (compact) {
    const lists: number[][] = Array.from({ length: core / liftingSize }, () => []);
    for (const { degree, count, message, entry } of groups) {
      for (let k = 0; k < degree; k++) {
        lists[entries[2 * (entry + k)] / liftingSize].push(message + k * count, entries[2 * (entry + k) + 1]);
      }
    }
    return { ...flatten(lists), block: liftingSize };
  }
  const messageVariable = messageVariables(graph);
  const lists: number[][] = Array.from({ length: core }, () => []);
  const add = (message: number) => lists[messageVariable[message]].push(message, 0);
  if (entries.length > 0) {
    for (let message = 0; message < messageVariable.length; message++) add(message);
  } else {
    const checks = groups.flatMap((group) => Array.from({ length: group.count }, (_, t) => ({ group, t })));
    checks.sort((a, b) => row[a.group.check + a.t] - row[b.group.check + b.t]);
    for (const { group, t } of checks) {
      for (let k = 0; k < group.degree; k++) add(group.message + k * group.count + t);
    }
  }
  return { ...flatten(lists), block: 1 };
}

/** Messages that an invocation of a GPU loads at once: their loads overlap. */
const LOADED_TOGETHER = 4;

/** Constants of a sum over a variable's messages (wgsl/binary/posterior/variable-sum). */
export function sumConstants(
  { partialSums = 1 }: Pick<VariableRule, "partialSums">,
  { simd }: DeviceLimits,
): KernelConstants {
  return { PARTIAL_SUMS: partialSums, LOADED_TOGETHER: simd === true && partialSums === 1 ? 1 : LOADED_TOGETHER };
}

/** Most degrees of variables that have a function each, because every function takes time to compile. */
const DEGREES_MOST = 6;

/** Largest degree with a function: a sum of 16 bits holds 255 messages of int8 (wgsl/binary/posterior/sum-of-bytes). */
const DEGREE_LARGEST = 255;

/** The most frequent degrees of variables, those with a function each. */
export function frequentDegrees({ start }: VariableLists): readonly number[] {
  const byCount = degreeCounts(start)
    .filter(([degree]) => degree <= DEGREE_LARGEST)
    .sort(([, a], [, b]) => b - a);
  return byCount.slice(0, DEGREES_MOST).map(([degree]) => degree);
}

function flatten(lists: readonly number[][]): Pick<VariableLists, "start" | "edges"> {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length / 2;
  });
  return { start, edges: Uint32Array.from(lists.flat()) };
}
