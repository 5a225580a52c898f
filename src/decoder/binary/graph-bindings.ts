import { NO_MESSAGE } from "../../../wgsl/binary/check-node/groups.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type FramePlaces, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { flips } from "../nodes/rules.ts";
import { interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import type { BinaryPlan } from "./arithmetic.ts";
import type { BinaryGraph } from "./graph.ts";
import type { GraphTables } from "./tables.ts";

/** Constants of the kernels that read the graph. */
export function graphConstants(
  graph: BinaryGraph,
  spec: DecoderSpec,
  plan: BinaryPlan,
  { lists, checkGroupAt, checksPerEntry, ruleAt }: GraphTables,
): KernelConstants {
  const { layered, compact, edgesByCheck, syndrome, syndromeInChannel, nodes } = plan;
  return {
    MESSAGES: graph.messages,
    LIFTING_SIZE: graph.liftingSize,
    COMPACT: compact ? 1 : 0,
    EDGES_BY_CHECK: edgesByCheck ? 1 : 0,
    LISTS: lists ? 1 : 0,
    CHECK_GROUP_AT: checkGroupAt,
    CHECKS_PER_ENTRY: checksPerEntry,
    ABSENT: graph.absent ?? NO_MESSAGE,
    SYNDROME: syndrome ? 1 : 0,
    SYNDROME_IN_CHANNEL: syndromeInChannel ? 1 : 0,
    STOP: stopConstant(spec),
    LAYERED: layered ? 1 : 0,
    EDGE_WORDS: nodes.edge.words,
    PRIORS: plan.values === undefined ? 0 : 1,
    PRIORS_AT: (1 + nodes.edge.words) * graph.messages,
    CARRIED: plan.carried ? 1 : 0,
    ORDERS: plan.orders?.length ?? 0,
    MESSAGE_ELEMENTS: messageElements(graph, plan),
    ...(plan.tables && { ...plan.tables.constants, TABLES_AT: ruleAt }),
    ...nodes.variable.constants?.(spec),
    ...nodes.edge.constants?.(spec),
  };
}

/** Whether priors of variables are kept between iterations. A layered schedule changes posteriors by the change of a prior. */
export function hasPriors({ layered, values }: Pick<BinaryPlan, "layered" | "values">): boolean {
  return layered && values !== undefined;
}

/** Elements of a word of frames in the buffer `messages`: messages, states of edges, priors of core variables. */
function messageElements({ messages, core }: BinaryGraph, plan: BinaryPlan): number {
  return (1 + plan.nodes.edge.words) * messages + (hasPriors(plan) ? core : 0);
}

/** Buffers of every binary decoder. */
export function graphBuffers(
  graph: BinaryGraph,
  spec: DecoderSpec,
  plan: BinaryPlan,
  tables: GraphTables,
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
    messages: frameBuffer("u32", messageElements(graph, plan), interleave),
    check_signs: syndrome ? frameBuffer("u32", checks, interleave) : UNUSED_BUFFER,
    ...(syndrome ? { row: constantBuffer(row) } : {}),
    ...(syndrome && !lanes ? { syndrome: frameBuffer("u32", checks) } : {}),
  };
}

/**
 * The buffers that keep a frame's state between iterations; none where changes of signs are counted, which are read for
 * all frames after the iterations.
 */
export function framePlaces(
  { core, variables }: BinaryGraph,
  { layered, syndrome, nodes, values }: BinaryPlan,
): FramePlaces | undefined {
  if (nodes.edge === flips) return undefined;
  const readsChannel = !layered || core < variables || values !== undefined;
  const working = ["messages", ...(readsChannel ? ["channel"] : []), ...(syndrome ? ["check_signs"] : [])];
  return { results: ["posteriors"], working, unsatisfied: "unsatisfied" };
}
