import { differenceBound, type StepBounds } from "../../../wgsl/binary/formats/index.ts";
import { variantOf } from "../../gpu/part.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { EdgeRule } from "../nodes/rule.ts";
import type { DecoderSpec } from "../spec.ts";
import { SCALE_ONE } from "../step.ts";
import { type ChipGraph, chipGraph } from "./chip-graph.ts";
import { chipLayout, chipPlanes, hasManyWords, messageWords, NO_PLANES } from "./chip-layout.ts";
import { binaryParts } from "./dispatches.ts";
import type { BinaryGraph } from "./graph.ts";
import { type BinaryOptions, STEP_FORMATS_TEXT } from "./options.ts";
import type { BinaryArithmetic, BinaryPlan } from "./rule.ts";

/** Invocations of a workgroup that the words share, for a code with few checks in a block row. */
const SHARED_INVOCATIONS = 96;

/**
 * Registers for messages that a GPU's invocation has while it updates a check. 5G's largest codes have one invocation for each check of a
 * block row.
 */
const REGISTERS = 160;

/** Most circulants of a base matrix, which the kernel unrolls. */
const MESSAGES_MAXIMUM = 512;

/** Most messages that are kept in a register each if two fit a register. */
const MESSAGES_IN_WORDS = 100;

/**
 * The constant LARGEST_STEPS: the largest message, or, if a scale follows the minima, the largest magnitude whose scaled message the format
 * can represent.
 */
function largestSteps(SCALE: number, OFFSET_STEPS: number, bounds: StepBounds): number {
  const scaled = (steps: number) => (steps * SCALE + 128) >> 8;
  const largest = differenceBound(bounds);
  if (scaled(largest) >= largest) return bounds.message;
  let steps = largest;
  while (Math.max(scaled(steps) - OFFSET_STEPS, 0) > bounds.message) steps--;
  return steps;
}

/** Largest magnitude of posteriors in steps that binary/chip/biased-units cuts sums to without an instruction. */
const BIASED_POSTERIOR = 1024;

/** All iterations in one dispatch, posteriors in workgroup memory and messages in registers. */
export function chipProgram(
  graph: ChipGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
  limits: DeviceLimits,
): DecoderProgram {
  const { buffers, ...parts } = binaryParts(graph, spec, arithmetic, plan);
  const { messages: _messages, graph: _graph, check_groups: _groups, ...used } = buffers;
  const exclusive = arithmetic.exclusive!;
  const edgesOfWord = edgesOfWordOf(graph, arithmetic);
  const inBytes = edgesOfWord === 2;
  const layout = chipLayout(graph, edgesOfWord, parts.interleave);
  const words = wordsOf(graph, limits);
  // Tests by planes, if a code's edges are many and its planes fit workgroup memory. A decoder without early termination tests once, and an
  // unrolled test is faster then.
  const { STOP, SYNDROME } = parts.constants;
  const manyEdges = messagesOf(graph) > MESSAGES_IN_WORDS;
  const suits = STOP === 1 && SYNDROME === 0 && graph.absent === undefined && layout.lists.TESTED1.length > 0;
  const made = suits && manyEdges ? chipPlanes(graph, layout, parts.interleave) : NO_PLANES;
  const planes = bytesOf(graph, words, made.constants.PLANES_SIZE) <= limits.workgroupBytes ? made : NO_PLANES;
  const ownRows = graph.groups.filter(({ degreeOne }) => degreeOne !== undefined).length;
  const { lanes } = parts.own;
  // A simulation reads the signs of posteriors alone.
  const isPacked = lanes !== undefined;
  const { SCALE = SCALE_ONE, OFFSET_STEPS = 0 } = arithmetic.constants;
  const hasScale = SCALE !== SCALE_ONE;
  const constants = {
    ...parts.constants,
    ...layout.constants,
    ...planes.constants,
    LARGEST_STEPS: largestSteps(SCALE, OFFSET_STEPS, exclusive.bounds),
    HAS_SCALE: hasScale ? 1 : 0,
    OFFSET_FIRST: !hasScale && OFFSET_STEPS > 0 ? 1 : 0,
    ITERATIONS: spec.iterations,
    OWN_IN_REGISTERS: layout.constants.MESSAGE_WORDS + ownRows <= REGISTERS ? 1 : 0,
    WORDS: words,
    PACKED: isPacked ? 1 : 0,
    COLLECTS_SIGNS: isPacked || planes.constants.SLICED === 1 ? 1 : 0,
    OWN_SIGNS_LAST: STOP === 0 && hasManyWords(layout) ? 1 : 0,
    VALUES_AT: layout.turns.length,
    STORES_IN_LOOP: STOP === 1 && manyEdges ? 1 : 0,
  };
  const decode: Dispatch = {
    kernel: "binary/chip/iterations",
    constants,
    variant: variantOf(
      {
        lanes: arithmetic.lanes,
        rule: exclusive.rule,
        variable: plan.nodes.variable.part,
        units: { name: `binary/chip/${exclusive.bounds.posterior === BIASED_POSTERIOR ? "biased-units" : "units"}` },
        messages: { name: `binary/chip/messages-in-${inBytes ? "bytes" : "words"}` },
        ...(plan.nodes.edge.words > 0 && { edge: plan.nodes.edge.part }),
      },
      layout.lists,
    ),
    buffers: ["channel", "check_signs", "unsatisfied", "posteriors", "turns", "plane_edges"],
    workgroups: 1,
    framesPerWorkgroup: parts.interleave * words,
  };
  return {
    input: "bit",
    buffers: {
      ...used,
      turns: constantsOr(Uint32Array.from([...layout.turns, ...(plan.values ?? [])])),
      plane_edges: constantsOr(planes.edges),
    },
    start: [...parts.pack, decode],
    iterate: [],
    repeats: 0,
    afterIterations: parts.decide,
    plan: [
      ...plan.notes,
      `messages in registers, ${messagesOf(graph)} of each invocation${inBytes ? " in bytes" : ""}`,
      `${words * graph.liftingSize} invocations and ${bytesOf(graph, words, planes.constants.PLANES_SIZE)} bytes per workgroup`,
    ],
    ...parts.own,
    ...(lanes && {
      lanes: isPacked ? { ...lanes, constants: { ...lanes.constants, PACKED_SIGNS: graph.liftingSize } } : lanes,
    }),
  };
}

/** The graph for `mapping=chip`, or the reason why a decoder cannot run with it. */
export function chipChoice(
  graph: BinaryGraph,
  { exclusive, rule }: BinaryArithmetic,
  { schedule, order }: Pick<BinaryOptions, "schedule" | "order">,
  limits: DeviceLimits,
): ChipGraph | string {
  const { liftingSize, groups, entries } = graph;
  if (schedule !== "layered") return "is for schedule=layered";
  if (order?.startsWith("random")) return "visits layers in one order";
  if (rule.given !== undefined) return "has no form of a rule of checks by the user";
  if (exclusive === undefined) return `is for min-sum and min-star with messages of ${STEP_FORMATS_TEXT}`;
  if (entries.length === 0) return "is for quasi-cyclic codes that lack at most one edge";
  if (groups.some(({ degree }) => degree === 0)) return "is for codes without a check of degree-1 variables alone";
  if (liftingSize > limits.workgroupSize) {
    return `needs ${liftingSize} invocations in a workgroup, the device has ${limits.workgroupSize}`;
  }
  if (messagesOf(graph) > MESSAGES_MAXIMUM) {
    return `is for at most ${MESSAGES_MAXIMUM} circulants, the code has ${messagesOf(graph)}`;
  }
  const chip = chipGraph(graph);
  const bytes = bytesOf(chip);
  if (bytes > limits.workgroupBytes) {
    return `needs ${bytes} bytes of workgroup memory, the device has ${limits.workgroupBytes}`;
  }
  return chip;
}

/** Bytes of workgroup memory for words of frames. @param planes words of the planes of each. */
function bytesOf({ sharedColumns, liftingSize }: ChipGraph, words = 1, planes = 0): number {
  return 4 * words * (sharedColumns * liftingSize + planes + 2) + 8;
}

function constantsOr(values: Uint32Array): ProgramBuffer {
  return values.length === 0 ? UNUSED_BUFFER : constantBuffer(values);
}

/** Number of edges whose messages share a register: more than one where messages fit a byte and are many. */
function edgesOfWordOf(graph: BinaryGraph, { exclusive }: BinaryArithmetic): 1 | 2 {
  return exclusive!.bounds.message < 128 && messagesOf(graph) > MESSAGES_IN_WORDS ? 2 : 1;
}

/** Whether the registers of a GPU are enough for messages and states of edges. */
export function chipPays(graph: ChipGraph, arithmetic: BinaryArithmetic, { words }: EdgeRule): boolean {
  return messageWords(graph, edgesOfWordOf(graph, arithmetic)) + words * messagesOf(graph) <= REGISTERS;
}

function messagesOf({ messages, liftingSize }: BinaryGraph): number {
  return messages / liftingSize;
}

function wordsOf(graph: ChipGraph, { workgroupBytes, workgroupSize }: DeviceLimits): number {
  const invocations = Math.min(workgroupSize, SHARED_INVOCATIONS);
  const most = Math.min(Math.floor(invocations / graph.liftingSize), Math.floor(workgroupBytes / bytesOf(graph)));
  return Math.max(1, most);
}
