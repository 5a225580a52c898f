import { chipIterations } from "../../../wgsl/binary/chip/iterations.ts";
import { largestSteps } from "../../../wgsl/binary/chip/largest-steps.ts";
import { messagesInBytes } from "../../../wgsl/binary/chip/messages-in-bytes.ts";
import { messagesInWords } from "../../../wgsl/binary/chip/messages-in-words.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { variantOf } from "../../gpu/part.ts";
import type { DeviceLimits, Dispatch } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderSpec } from "../spec.ts";
import type { BinaryArithmetic, BinaryPlan } from "./arithmetic.ts";
import { binaryParts } from "./dispatches.ts";
import type { BinaryGraph } from "./graph.ts";
import { STEP_FORMATS_TEXT } from "./options.ts";
import { binaryTraffic } from "./traffic.ts";

/** Invocations of a workgroup that the words share, for a code with few checks in a block row. */
const SHARED_INVOCATIONS = 96;

/** Share of the rows whose test comes first when a frame is tested. */
const FIRST_TESTED = 8;

/**
 * Registers for messages that a GPU's invocation has while it updates a check. 5G's largest codes have one invocation for each check of a
 * block row.
 */
const REGISTERS = 160;

/** Most messages that are kept in a register each if two fit a register. */
const MESSAGES_IN_WORDS = 100;

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
  const exclusive = arithmetic.exclusive!;
  const edgesOfWord = edgesOfWordOf(graph, arithmetic);
  const messages = edgesOfWord === 2 ? messagesInBytes : messagesInWords;
  const registers = wordsOfMessages(graph, edgesOfWord);
  const ownRows = graph.groups.filter(({ degreeOne }) => degreeOne !== undefined).length;
  const words = wordsOf(graph, limits);
  const constants = {
    ...parts.constants,
    ...chipConstants(graph, arithmetic, edgesOfWord),
    ITERATIONS: spec.iterations,
    OWN_IN_REGISTERS: registers + ownRows <= REGISTERS ? 1 : 0,
    WORDS: words,
  };
  const decode: Dispatch = {
    kernel: chipIterations.name,
    constants,
    variant: variantOf({ lanes: arithmetic.lanes, rule: exclusive.rule, messages }, rowLists(graph, edgesOfWord)),
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
      `messages in registers, ${messagesOf(graph)} of each invocation${edgesOfWord === 2 ? " in bytes" : ""}`,
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
  if (exclusive === undefined) return `is for min-sum with messages of ${STEP_FORMATS_TEXT}`;
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

/** Number of edges whose messages share a register: more than one where messages fit a byte and are many. */
function edgesOfWordOf(graph: BinaryGraph, { exclusive }: BinaryArithmetic): 1 | 2 {
  return exclusive!.bounds.message < 128 && messagesOf(graph) > MESSAGES_IN_WORDS ? 2 : 1;
}

/** Registers for messages of an invocation. */
function wordsOfMessages({ groups }: BinaryGraph, edgesOfWord: 1 | 2): number {
  return groups.reduce((sum, { degree }) => sum + Math.ceil(degree / edgesOfWord), 0);
}

/** Whether the registers are enough for the messages. */
export function chipPays(graph: BinaryGraph, arithmetic: BinaryArithmetic, { software }: DeviceLimits): boolean {
  return !software && wordsOfMessages(graph, edgesOfWordOf(graph, arithmetic)) <= REGISTERS;
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
  { constants, exclusive }: BinaryArithmetic,
  edgesOfWord: number,
): KernelConstants {
  const rows: Record<string, number> = {};
  groups.forEach(({ degree, degreeOne, check, entry }, r) => {
    rows[`DEGREE_${r}`] = degree;
    rows[`LAST_${r}`] = degree - 1;
    const start = degreeOne === undefined && degree > 1 ? 1 : 0;
    rows[`START_${r}`] = start;
    rows[`BOUNDED_${r}`] = 2 * start;
    for (let k = 0; k < degree; k++) {
      rows[`BEGINS_${k}`] = k % edgesOfWord === 0 ? 1 : 0;
    }
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
    LARGEST_STEPS: largestSteps(constants, exclusive!.bounds),
  };
}

/** The rows of each layer, edges of each row without and with a shift, and the rows of both parts of the test. */
function rowLists(
  { groups, layers, entries }: BinaryGraph,
  edgesOfWord: number,
): Readonly<Record<string, readonly number[]>> {
  const ofLayer = (layer: number) => groups.flatMap((group, r) => (group.layer === layer ? [r] : []));
  const edges = groups.flatMap(({ degree, entry }, r) => {
    const all = Array.from({ length: degree }, (_, k) => k);
    const isShifted = (k: number) => entries[2 * (entry + k) + 1] > 0;
    return [
      [`STRAIGHT_${r}`, all.filter((k) => !isShifted(k))],
      [`SHIFTED_${r}`, all.filter(isShifted)],
      [`WORDS_${r}`, all.filter((k) => k % edgesOfWord === 0)],
      ...all.map((k) => [`PLACE_${k}`, [k % edgesOfWord]] as const),
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
