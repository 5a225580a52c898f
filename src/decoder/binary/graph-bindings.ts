import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type FramePlaces, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { greatestCommonDivisor } from "../../greatest-common-divisor.ts";
import { sum } from "../../sum.ts";
import { interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { type BinaryGraph, type CheckGroup, messageVariables } from "./graph.ts";
import type { BinaryPlan } from "./rule.ts";

/** Words of a group of checks in the buffer `groups`; wgsl/binary/check-node/groups.wgsl. */
const CHECK_GROUP_WORDS = 9;
/** Value for a group without a list of rows: check t is row t of its block. */
const NO_LIST = 0xffffffff;
/** Value for a circulant that has all its ones. */
const NO_MESSAGE = 0xffffffff;
const HAS_DEGREE_ONE = 1;
const NEW_LAYER = 2;
const UNTESTED = 4;

/** The graph as the kernels read it; compact: circulants instead of messages. */
export function graphTables(graph: BinaryGraph, { compact, edgesByCheck, tables, compressed }: BinaryPlan) {
  const sorted = sortedGroups(graph.groups);
  const groups = new Uint32Array(CHECK_GROUP_WORDS * sorted.length);
  // Checks that share an entry of the list of groups.
  const checksPerEntry = Math.max(
    graph.groups.reduce((divisor, { count }) => greatestCommonDivisor(divisor, count), 0),
    1,
  );
  const checkGroup = new Uint32Array(graph.checks / checksPerEntry);
  const table = Array.from(compact ? graph.entries : edgesByCheck ? variablesByCheck(graph) : messageVariables(graph));
  let lists = false;
  let stored = 0;
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
    groups.set([entry, message, check, degreeOne ?? 0, list, count, degree, flags, stored], CHECK_GROUP_WORDS * g);
    stored += count * messageWords(degree, compressed);
    checkGroup.fill(g, check / checksPerEntry, (check + count) / checksPerEntry);
  });
  const checkGroupAt = table.length;
  for (const g of checkGroup) table.push(g);
  const ruleAt = table.length;
  const all = new Uint32Array(ruleAt + (tables?.words.length ?? 0));
  all.set(table);
  all.set(tables?.words ?? [], ruleAt);
  return {
    /** Buffers `check_groups` and `graph`. */
    groups,
    graph: all,
    constants: {
      COMPACT: compact ? 1 : 0,
      EDGES_BY_CHECK: edgesByCheck ? 1 : 0,
      LISTS: lists ? 1 : 0,
      CHECK_GROUP_AT: checkGroupAt,
      CHECKS_PER_ENTRY: checksPerEntry,
      ...(tables && { ...tables.constants, TABLES_AT: ruleAt }),
    },
  };
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

export function graphConstants(graph: BinaryGraph, spec: DecoderSpec, plan: BinaryPlan): KernelConstants {
  const { layered, syndrome, syndromeInChannel, nodes } = plan;
  return {
    MESSAGES: graph.messages,
    LIFTING_SIZE: graph.liftingSize,
    ABSENT: graph.absent ?? NO_MESSAGE,
    SYNDROME: syndrome ? 1 : 0,
    SYNDROME_IN_CHANNEL: syndromeInChannel ? 1 : 0,
    STOP: stopConstant(spec),
    LAYERED: layered ? 1 : 0,
    COMPRESSED: plan.compressed,
    EDGE_WORDS: nodes.edge.words,
    PRIORS: plan.values === undefined ? 0 : 1,
    PRIORS_AT: messageAndStateElements(graph, plan),
    CARRIED: plan.carried ? 1 : 0,
    ORDERS: plan.orders?.length ?? 0,
    MESSAGE_ELEMENTS: allElements(graph, plan),
    ...nodes.variable.constants?.(spec),
    ...nodes.edge.constants?.(spec),
  };
}

/** The check and the variable of the message that has no edge, and the check's degree. */
export function lackingEdge(graph: BinaryGraph) {
  const { absent = NO_MESSAGE, groups } = graph;
  if (absent === NO_MESSAGE) return { LACKING_CHECK: NO_MESSAGE, LACKING_DEGREE: 0, LACKING_VARIABLE: NO_MESSAGE };
  const { message, count, degree, check } = groups.findLast((group) => group.message <= absent)!;
  return {
    LACKING_CHECK: check + ((absent - message) % count),
    LACKING_DEGREE: degree,
    LACKING_VARIABLE: messageVariables(graph)[absent],
  };
}

/** Whether priors of variables are kept between iterations. A layered schedule changes posteriors by the change of a prior. */
export function hasPriors({ layered, values }: Pick<BinaryPlan, "layered" | "values">): boolean {
  return layered && values !== undefined;
}

/** Words of the messages of a check: a word an edge, or those of wgsl/binary/check-node/compressed.wgsl if they are fewer. */
function messageWords(degree: number, compressed: BinaryPlan["compressed"]): number {
  return compressed === 0 ? degree : Math.min(degree, 2 + Math.ceil(degree / compressed));
}

/** Elements of a word of frames in the buffer `messages` for messages and states of edges. */
export function messageAndStateElements({ groups, messages }: BinaryGraph, { compressed, nodes }: BinaryPlan): number {
  return sum(groups.map(({ count, degree }) => count * messageWords(degree, compressed))) + nodes.edge.words * messages;
}

/** All of them: behind those come priors of core variables, and the next ones. */
function allElements(graph: BinaryGraph, plan: BinaryPlan): number {
  return messageAndStateElements(graph, plan) + (hasPriors(plan) ? 2 * graph.core : 0);
}

/** Buffers of every binary decoder. */
export function graphBuffers(
  graph: BinaryGraph,
  spec: DecoderSpec,
  plan: BinaryPlan,
  tables: ReturnType<typeof graphTables>,
  interleave: number,
): Record<string, ProgramBuffer> {
  const { variables, checks, symbol, row } = graph;
  const { syndrome, lanes } = plan;
  const { unsatisfied, ...llrs } = interfaceBuffers(spec, variables, variables);
  return {
    unsatisfied,
    ...(lanes ? {} : { ...llrs, symbol: constantBuffer(symbol) }),
    check_groups: constantBuffer(tables.groups),
    graph: constantBuffer(tables.graph),
    channel: frameBuffer("u32", variables, interleave),
    posteriors: frameBuffer("u32", variables, interleave),
    messages: frameBuffer("u32", allElements(graph, plan), interleave),
    check_signs: syndrome ? frameBuffer("u32", checks, interleave) : UNUSED_BUFFER,
    ...(syndrome ? { row: constantBuffer(row) } : {}),
    ...(syndrome && !lanes ? { syndrome: frameBuffer("u32", checks) } : {}),
  };
}

/**
 * The buffers that keep a frame's state between iterations; none where states of edges are read after the
 * iterations.
 */
export function framePlaces(
  { core, variables }: BinaryGraph,
  { layered, syndrome, nodes, values }: BinaryPlan,
): FramePlaces | undefined {
  if (nodes.edge.isRead) return undefined;
  const readsChannel = !layered || core < variables || values !== undefined;
  const working = ["messages", ...(readsChannel ? ["channel"] : []), ...(syndrome ? ["check_signs"] : [])];
  return { results: ["posteriors"], working, unsatisfied: "unsatisfied" };
}
