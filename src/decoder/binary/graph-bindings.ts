import { NO_MESSAGE } from "../../../wgsl/binary/check-node/groups.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type FramePlaces, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import type { BinaryPlan } from "./arithmetic.ts";
import type { BinaryGraph } from "./graph.ts";
import type { GraphTables } from "./tables.ts";

/** Constants of the kernels that read the graph. */
export function graphConstants(
  graph: BinaryGraph,
  spec: DecoderSpec,
  { layered, compact, edgesByCheck, syndrome, syndromeInChannel, countFlips }: BinaryPlan,
  { lists, checkGroupAt, checksPerEntry }: GraphTables,
): KernelConstants {
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
    COUNT_FLIPS: countFlips ? 1 : 0,
  };
}

/** Buffers of every binary decoder. */
export function graphBuffers(
  { variables, checks, messages, symbol, row }: BinaryGraph,
  spec: DecoderSpec,
  { syndrome, countFlips, lanes }: BinaryPlan,
  tables: GraphTables,
  interleave: number,
): Record<string, ProgramBuffer> {
  const { unsatisfied, ...llrs } = interfaceBuffers(spec, variables, variables);
  return {
    unsatisfied,
    ...(lanes ? {} : { ...llrs, symbol: constantBuffer(symbol) }),
    check_groups: constantBuffer(tables.groups),
    graph: constantBuffer(tables.graph),
    channel: frameBuffer("u32", variables, interleave),
    posteriors: frameBuffer("u32", variables, interleave),
    messages: frameBuffer("u32", countFlips ? 2 * messages : messages, interleave),
    check_signs: syndrome ? frameBuffer("u32", checks, interleave) : UNUSED_BUFFER,
    ...(syndrome ? { row: constantBuffer(row) } : {}),
    ...(syndrome && !lanes ? { syndrome: frameBuffer("u32", checks) } : {}),
  };
}

/**
 * The buffers that keep a frame's state between iterations; none where changes of signs are counted, which are read for
 * all frames.
 */
export function framePlaces(
  { core, variables }: BinaryGraph,
  { layered, syndrome, countFlips }: BinaryPlan,
): FramePlaces | undefined {
  if (countFlips) return undefined;
  const readsChannel = !layered || core < variables;
  const working = ["messages", ...(readsChannel ? ["channel"] : []), ...(syndrome ? ["check_signs"] : [])];
  return { results: ["posteriors"], working, unsatisfied: "unsatisfied" };
}
