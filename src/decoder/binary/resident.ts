import { largest } from "../../extremes.ts";
import { joinedVariant } from "../../gpu/part.ts";
import { constantBuffer, type DeviceLimits, type Dispatch } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderSpec } from "../spec.ts";
import { binaryParts } from "./dispatches.ts";
import { type BinaryGraph, degreeLists } from "./graph.ts";
import type { BinaryArithmetic, BinaryPlan } from "./rule.ts";
import { sumConstants, variableLists } from "./variable-lists.ts";

/** Share of a resident decoder's groups of checks whose test comes first when a frame is tested. */
const FIRST_TESTED = 8;

/**
 * Most invocations of a resident flooding decoder: a larger workgroup waits longer at its two barriers an iteration.
 */
const FLOODING_INVOCATIONS = 256;

/** Resident workgroups are whole multiples of this: a subgroup of NVIDIA's. */
const RESIDENT_INVOCATIONS = 32;

/** All iterations in one dispatch, posteriors in workgroup memory: a workgroup has a word of frames and ends with them. */
export function residentProgram(
  graph: BinaryGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
  limits: DeviceLimits,
): DecoderProgram {
  const { layered } = plan;
  const { tables, buffers, ...parts } = binaryParts(graph, spec, arithmetic, plan);
  const lists = layered ? undefined : variableLists(graph, plan.compact);
  const invocations = layered ? residentInvocations(graph, limits) : floodingInvocations(graph, limits);
  const units = layered ? graph.groups.length : graph.checks;
  const listsAt = tables.graph.length;
  const values = plan.values ?? [];
  const groupOrders = plan.orders === undefined ? [] : plan.orders.flatMap((order) => groupsInOrder(graph, order));
  const appended = [...(lists ? [...lists.start, ...lists.edges] : []), ...values, ...groupOrders];
  const ordersAt = listsAt + appended.length - groupOrders.length;
  const constants = {
    ...parts.constants,
    CORE: graph.core,
    CHECK_GROUPS: graph.groups.length,
    ITERATIONS: spec.iterations,
    FIRST_TESTED: Math.ceil(units / FIRST_TESTED),
    INVOCATIONS: invocations,
    ...sumConstants(plan.nodes.variable, limits),
    SERIAL: 0,
    VALUES_AT: ordersAt - values.length,
    ORDERS_AT: ordersAt,
    ...(lists === undefined
      ? { LISTS_AT: 0, LIST_EDGES_AT: 0, BLOCK: 1 }
      : { LISTS_AT: listsAt, LIST_EDGES_AT: listsAt + lists.start.length, BLOCK: lists.block }),
  };
  const decode: Dispatch = {
    kernel: "binary/resident",
    constants,
    variant: joinedVariant(parts.rule, parts.variable, degreeLists(graph.groups)),
    buffers: ["check_groups", "graph", ...parts.checkBuffers],
    workgroups: 1,
    framesPerWorkgroup: parts.interleave,
  };
  return {
    input: "bit",
    buffers: { ...buffers, graph: constantBuffer(Uint32Array.from([...tables.graph, ...appended])) },
    start: [...parts.pack, decode],
    iterate: [],
    repeats: 0,
    afterIterations: parts.decide,
    plan: [...plan.notes, `${invocations} invocations and ${residentBytes(graph)} bytes per workgroup`],
    ...parts.own,
  };
}

/** The groups of checks, in the kernel's numbers, in an order of the layers. */
function groupsInOrder({ groups, layers }: BinaryGraph, order: Uint32Array): number[] {
  const start = new Uint32Array(layers + 1);
  for (const { layer } of groups) start[layer + 1]++;
  for (let layer = 0; layer < layers; layer++) start[layer + 1] += start[layer];
  return Array.from(order).flatMap((layer) =>
    Array.from({ length: start[layer + 1] - start[layer] }, (_, g) => start[layer] + g),
  );
}

/** Bytes of workgroup memory that the posteriors of one word of frames take. */
export function residentBytes({ core }: BinaryGraph): number {
  return 4 * (core + 2);
}

/**
 * Invocations that share a layer's checks: about the number of checks of a group, in whole multiples of
 * RESIDENT_INVOCATIONS.
 */
function residentInvocations({ groups }: BinaryGraph, { workgroupSize }: DeviceLimits): number {
  const checks = largest(groups.map(({ count }) => count));
  const rounds = Math.ceil(checks / workgroupSize);
  return Math.min(workgroupSize, RESIDENT_INVOCATIONS * Math.ceil(checks / rounds / RESIDENT_INVOCATIONS));
}

/** Invocations that share all checks of a word, and all its variables: whole multiples of RESIDENT_INVOCATIONS. */
function floodingInvocations({ checks }: BinaryGraph, { workgroupSize }: DeviceLimits): number {
  return Math.min(workgroupSize, FLOODING_INVOCATIONS, RESIDENT_INVOCATIONS * Math.ceil(checks / RESIDENT_INVOCATIONS));
}
