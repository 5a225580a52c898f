import { chipIterations } from "../../../wgsl/binary/chip/iterations.ts";
import { largestSteps } from "../../../wgsl/binary/chip/min-sum-int12.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { variantOf } from "../../gpu/part.ts";
import type { DeviceLimits, Dispatch } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderSpec } from "../spec.ts";
import type { BinaryArithmetic, BinaryPlan } from "./arithmetic.ts";
import { binaryParts } from "./dispatches.ts";
import type { BinaryGraph } from "./graph.ts";
import { binaryTraffic } from "./traffic.ts";

/** Invocations of a workgroup that the words share, for a code with few checks in a block row. */
const SHARED_INVOCATIONS = 96;

/** Share of the rows whose test comes first when a frame is tested. */
const FIRST_TESTED = 8;

/**
 * Messages that fit an invocation's registers on a GPU, with one invocation for each check of a block row of 5G's
 * largest codes.
 */
const REGISTERS = 160;

/**
 * All iterations in one dispatch, posteriors in workgroup memory and messages in registers.
 * @param graph best a rotated one, whose kernel computes fewer addresses.
 */
export function chipProgram(
  graph: BinaryGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
  limits: DeviceLimits,
): DecoderProgram {
  const { buffers, ...parts } = binaryParts(graph, spec, arithmetic, plan);
  const { messages: _messages, graph: _graph, check_groups: _groups, ...used } = buffers;
  const words = wordsOf(graph, limits);
  const constants = {
    ...parts.constants,
    ...chipConstants(graph, arithmetic),
    ITERATIONS: spec.iterations,
    WORDS: words,
  };
  const decode: Dispatch = {
    kernel: chipIterations.name,
    constants,
    variant: variantOf({ lanes: arithmetic.lanes, rule: arithmetic.exclusive! }, rowLists(graph)),
    buffers: ["channel", "check_signs", "unsatisfied", "posteriors"],
    workgroups: 1,
    framesPerWorkgroup: parts.interleave * words,
  };
  return {
    input: "bit",
    buffers: used,
    start: [...parts.pack, decode],
    iterate: [],
    repeats: 0,
    afterIterations: parts.decide,
    plan: [
      ...plan.notes,
      `messages in registers, ${messagesOf(graph)} of each invocation`,
      `${chipIterations.workgroupSize(constants)} invocations and ${chipIterations.workgroupBytes(constants)} bytes per workgroup`,
    ],
    traffic: binaryTraffic(graph, spec, arithmetic, plan),
    ...parts.own,
  };
}

/** Reason why a decoder cannot run with `mapping=chip`; undefined if it can. */
export function chipMisfit(
  graph: BinaryGraph,
  { exclusive }: BinaryArithmetic,
  layered: boolean,
  { workgroupBytes, workgroupSize }: DeviceLimits,
): string | undefined {
  const { core, liftingSize, groups, entries, absent } = graph;
  if (!layered) return "is for schedule=layered";
  if (exclusive === undefined) return "is for min-sum with messages=int12";
  if (entries.length === 0 || absent !== undefined || groups.some(({ indices }) => indices !== undefined)) {
    return "is for quasi-cyclic codes of at most one circulant in a block";
  }
  if (groups.some(({ degree }) => degree === 0)) return "is for codes without a check of degree-1 variables alone";
  if (liftingSize > workgroupSize) {
    return `needs ${liftingSize} invocations in a workgroup, the device has ${workgroupSize}`;
  }
  const bytes = chipIterations.workgroupBytes({ CORE: core, WORDS: 1 });
  if (bytes > workgroupBytes) return `needs ${bytes} bytes of workgroup memory, the device has ${workgroupBytes}`;
  return undefined;
}

/** Whether the registers are enough for the messages. */
export function chipPays(graph: BinaryGraph, { software }: DeviceLimits): boolean {
  return !software && messagesOf(graph) <= REGISTERS;
}

/** @throws InputError always: a spec has mapping=chip although `chipMisfit` found a reason against it. */
export function refuseChip(misfit: string): never {
  throw new InputError(`mapping=chip ${misfit}: use mapping=auto`);
}

function messagesOf({ messages, liftingSize }: BinaryGraph): number {
  return messages / liftingSize;
}

/** Words of frames of a workgroup. */
function wordsOf({ liftingSize, core }: BinaryGraph, { workgroupBytes, workgroupSize }: DeviceLimits): number {
  const bytes = chipIterations.workgroupBytes({ CORE: core, WORDS: 1 });
  const invocations = Math.min(workgroupSize, SHARED_INVOCATIONS);
  return Math.max(1, Math.min(Math.floor(invocations / liftingSize), Math.floor(workgroupBytes / bytes)));
}

/** The base matrix as constants of the kernel, by row in the order of visits and by edge of the row. */
function chipConstants(
  { core, liftingSize, groups, entries, layers }: BinaryGraph,
  { constants }: BinaryArithmetic,
): KernelConstants {
  const rows: Record<string, number> = {};
  groups.forEach(({ degree, degreeOne, check, entry }, r) => {
    rows[`DEGREE_${r}`] = degree;
    rows[`LAST_${r}`] = degree - 1;
    rows[`DEGREE_ONE_${r}`] = degreeOne === undefined ? 0 : 1;
    rows[`CHECK_${r}`] = check;
    if (degreeOne !== undefined) rows[`OWN_${r}`] = degreeOne;
    for (let k = 0; k < degree; k++) {
      rows[`FIRST_${r}_${k}`] = entries[2 * (entry + k)];
      rows[`SHIFT_${r}_${k}`] = entries[2 * (entry + k) + 1];
    }
  });
  return {
    ...rows,
    CORE: core,
    COLUMNS: core / liftingSize,
    ROWS: groups.length,
    LAYERS: layers,
    LARGEST_STEPS: largestSteps(constants),
  };
}

/** The rows of each layer, edges of each row without and with a shift, and the rows of both parts of the test. */
function rowLists({ groups, layers, entries }: BinaryGraph): Readonly<Record<string, readonly number[]>> {
  const ofLayer = (layer: number) => groups.flatMap((group, r) => (group.layer === layer ? [r] : []));
  const edges = groups.flatMap(({ degree, entry }, r) => {
    const all = Array.from({ length: degree }, (_, k) => k);
    const isShifted = (k: number) => entries[2 * (entry + k) + 1] > 0;
    return [
      [`STRAIGHT_${r}`, all.filter((k) => !isShifted(k))],
      [`SHIFTED_${r}`, all.filter(isShifted)],
    ] as const;
  });
  const rows = groups.map((_, r) => r);
  const first = Math.ceil(rows.length / FIRST_TESTED);
  return {
    ...Object.fromEntries(edges),
    ...Object.fromEntries(Array.from({ length: layers }, (_, layer) => [`ROWS${layer}`, ofLayer(layer)])),
    TESTED0: rows.slice(0, first),
    TESTED1: rows.slice(first),
  };
}
