import { flooding } from "../../../wgsl/nonbinary/schedules/flooding.ts";
import { layered as layeredMessages } from "../../../wgsl/nonbinary/schedules/layered.ts";
import { UNPACK_TILE } from "../../../wgsl/nonbinary/unpack.ts";
import { checkLayers } from "../../code/layers.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { largest } from "../../extremes.ts";
import type { Kernel, KernelConstants } from "../../gpu/kernel.ts";
import { type Choices, variantOf } from "../../gpu/part.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { activeListBuffer, compactFramesDispatch } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { SCHEDULE } from "../schedule.ts";
import { type DecoderSpec, optionsOf, stopConstant } from "../spec.ts";
import { frameGraphBuffers } from "./graph.ts";

/**
 * Message slots are refilled, so often, from so many frames in flight on, as fewer do not fill a GPU with a part of them, and
 * from so many iterations on: with 10 the few frames that take them all cost less than to enter does (decision 0023).
 */
const REFILLS = 4;
const REFILLED_FRAMES = 4096;
const REFILLED_ITERATIONS = 20;
/** Iterations until the engine reads how many frames are active: without frames they take as long as the look, which leaves the device idle. */
const REFILLED_EVERY = 8;

/** What the family reads of a spec itself: every rule's table has it. */
const FAMILY_OPTIONS = { schedule: SCHEDULE } as const;

/** What a decoder with a frame-interleaved layout computes with, and where. */
export interface FrameArithmetic {
  /** Kernel of the check nodes, and constants beside those of the graph. */
  readonly check: Kernel;
  readonly checkConstants: KernelConstants;
  /** Those that depend on the largest degree of the checks of one dispatch. */
  readonly degreeConstants?: (degree: number) => KernelConstants;
  readonly checkLists?: Readonly<Record<string, readonly number[]>>;
  /** Parts for the kernels' imports in angle brackets. */
  readonly choices: Choices;
  /** More of the check nodes' kernel alone. */
  readonly checkChoices?: Choices;
  /** Kernels that bring channel LLRs and variable nodes' messages into the check nodes' form. */
  readonly pack: Kernel;
  readonly variable: Kernel;
  readonly variableConstants: KernelConstants;
  readonly variableLists?: Readonly<Record<string, readonly number[]>>;
  /** Words of a message, and of a variable's channel values; and the frames that share a word. */
  readonly messageWords: number;
  readonly channelWords: number;
  readonly interleave: number;
  /** Frames of a workgroup of these kernels; a word for each of WORKGROUP_SIZE invocations if left out. */
  readonly workgroupFrames?: number;
  /** More tables that the kernels read, and what `pack` and `variable` have for `products`. */
  readonly tables?: Readonly<Record<string, ProgramBuffer>>;
  readonly variableProducts?: string;
  /** What was chosen, in words. */
  readonly notes: readonly string[];
}

/**
 * A decoder of symbols with a frame-interleaved layout: every invocation has a frame of its own, or several, and all invocations
 *  of a workgroup the same check or variable. With early termination frames that are done leave, and the others move
 * up (wgsl/common/active-frames/slots.wgsl): by the check nodes' reading if flooding; layered, where the rest of a frame stays in
 * its slot, by the list alone. Flooding, messages may have slots for a part of the frames only; the other frames refill slots
 * that become free, so that the device has as much to do until hardly any frame waits as at first (decision 0023).
 */
export function frameProgram(
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  { software }: Pick<DeviceLimits, "software">,
  arithmetic: FrameArithmetic,
  { syndrome: withSyndrome = false, frames: inFlight = REFILLED_FRAMES, refills: requested }: DecoderRequest,
): DecoderProgram {
  const graph = tannerGraph(matrix);
  const { q, checks, variables, edges } = graph;
  const { messageWords, channelWords, interleave } = arithmetic;
  const layered = optionsOf(FAMILY_OPTIONS, spec).schedule === "layered";
  const stop = stopConstant(spec);
  // Software devices do few frames as fast as many; and where 32 frames of a word wait for each other, no few words are left.
  const gains = !software && interleave < 32 && inFlight >= REFILLED_FRAMES && spec.iterations >= REFILLED_ITERATIONS;
  const refills = stop === 1 && !layered ? (requested ?? (gains ? REFILLS : 1)) : 1;
  const compaction = { slotFrames: interleave, refills, iterations: spec.iterations };
  const overSlots = refills > 1 ? { refills, overActive: true } : {};
  const common: KernelConstants = {
    Q: q,
    P: matrix.field.p,
    N: variables,
    M: checks,
    STOP: stop,
    SYNDROME: withSyndrome ? 1 : 0,
    // The frames of a word leave together: layered posteriors cannot move, and to gather words from several costs more than
    // frames that wait for others (decision 0021).
    SLOT_FRAMES: interleave,
    REFILLS: refills,
    LAYERED: layered ? 1 : 0,
  };
  const choices: Choices = { ...arithmetic.choices, messages: layered ? layeredMessages : flooding };
  const variant = variantOf(choices);
  const words = (length: number) => frameBuffer("u32", length, interleave);
  const messages = frameBuffer("u32", edges * messageWords, interleave * refills);
  const groups = dispatchedChecks(matrix, graph, layered);
  const workgroupFrames = arithmetic.workgroupFrames ?? WORKGROUP_SIZE * interleave;

  const checkDispatches = groups.map(
    ({ degree }, g): Dispatch => ({
      kernel: arithmetic.check.name,
      constants: { ...common, ...arithmetic.checkConstants, ...arithmetic.degreeConstants?.(degree), DEGREE: degree },
      variant: variantOf({ ...choices, ...arithmetic.checkChoices }, arithmetic.checkLists),
      buffers: [
        ...[`checks_${g}`, "check_start", "check_edges", "quotients", "syndrome", "active_list"],
        ...[layered ? "posteriors" : "variable_to_check", "check_to_variable"],
      ],
      workgroups: groups[g].checks.length,
      framesPerWorkgroup: workgroupFrames,
      ...overSlots,
    }),
  );
  const pack: Dispatch = {
    kernel: arithmetic.pack.name,
    constants: { ...common, ...arithmetic.variableConstants },
    variant,
    buffers: [
      "channel_llr",
      "variable_start",
      "variable_edges",
      arithmetic.variableProducts ?? "products",
      "channel",
      layered ? "posteriors" : "variable_to_check",
    ],
    workgroups: variables,
    framesPerWorkgroup: workgroupFrames,
  };
  const variable: Dispatch = layered
    ? {
        kernel: "nonbinary/decide",
        constants: { ...common, ...arithmetic.variableConstants, ITERATIONS: spec.iterations },
        variant,
        buffers: ["posteriors", "active_list", "unsatisfied", "symbols"],
        workgroups: variables,
        framesPerWorkgroup: WORKGROUP_SIZE,
      }
    : {
        kernel: arithmetic.variable.name,
        constants: { ...common, ...arithmetic.variableConstants, ITERATIONS: spec.iterations },
        variant: variantOf(choices, arithmetic.variableLists),
        buffers: [
          ...["variable_start", "variable_edges", arithmetic.variableProducts ?? "products", "channel"],
          ...["check_to_variable", "active_list", "variable_to_check", "symbols"],
        ],
        workgroups: variables,
        framesPerWorkgroup: workgroupFrames,
        ...overSlots,
      };
  const syndrome: Dispatch = {
    kernel: "nonbinary/syndrome",
    constants: common,
    buffers: ["check_start", "check_edges", "products", "symbols", "syndrome", "active_list", "unsatisfied"],
    workgroups: checks,
    framesPerWorkgroup: WORKGROUP_SIZE,
    ...overSlots,
  };
  const list = compactFramesDispatch(compaction);
  const unpack: Dispatch = {
    kernel: "nonbinary/unpack",
    constants: common,
    buffers: ["symbols", "decision"],
    workgroups: Math.ceil(variables / UNPACK_TILE),
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
  const iteration = [...checkDispatches, variable, ...(stop === 1 ? [syndrome] : [])];
  return {
    input: "symbol",
    buffers: {
      ...frameGraphBuffers(graph, matrix.field),
      ...checkBuffers(groups),
      ...arithmetic.tables,
      ...(layered
        ? { channel: UNUSED_BUFFER, posteriors: words(variables * q) }
        : { channel: words(variables * channelWords), variable_to_check: messages }),
      channel_llr: frameBuffer("f32", variables * q),
      check_to_variable: messages,
      syndrome: withSyndrome ? frameBuffer("u32", checks) : UNUSED_BUFFER,
      symbols: frameBuffer("u32", variables),
      active_list: activeListBuffer(compaction),
      unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
      decision: frameBuffer("u32", variables),
    },
    ...(refills > 1
      ? {
          // The first messages to the checks are those of variables whose slots are refilled.
          start: [pack, list, variable],
          iterate: [list, ...iteration],
          repeats: iterationsOfRun(spec.iterations, refills) - 1,
          active: {
            buffer: "active_list",
            framesPerSlot: interleave,
            elements: [2, 3] as const,
            every: REFILLED_EVERY,
          },
        }
      : {
          start: [pack, ...iteration],
          iterate: stop === 1 ? [list, ...iteration] : iteration,
          repeats: spec.iterations - 1,
        }),
    afterIterations: stop === 1 ? [unpack] : [syndrome, unpack],
    plan: [
      `frame-interleaved, ${layered ? `layered, ${groups.length} dispatches of checks` : "flooding"}`,
      ...arithmetic.notes,
      ...(refills > 1 ? [`messages of 1/${refills} of the frames at a time, slots are refilled`] : []),
    ],
    traffic: { edges, bytesPerIteration: trafficBytes(graph, arithmetic, layered) },
  };
}

/**
 * Iterations of a run in which all frames have had theirs, one more to enter each, however long they take: none gets its slot
 * later than (refills · slots − 1) / slots of such times from the beginning.
 */
function iterationsOfRun(iterations: number, refills: number): number {
  return (iterations + 1) * (refills + 1);
}

/** Checks that one dispatch updates. */
interface DispatchedChecks {
  readonly checks: Uint32Array;
  /** Largest degree among them. */
  readonly degree: number;
}

/** All checks, or one group for each layer. */
function dispatchedChecks(
  matrix: ParityCheckMatrix,
  { checks, checkStart }: TannerGraph,
  layered: boolean,
): DispatchedChecks[] {
  const layers = layered ? checkLayers(matrix) : [Uint32Array.from({ length: checks }, (_, m) => m)];
  return layers.map((layer) => ({
    checks: layer,
    degree: largest(Array.from(layer, (m) => checkStart[m + 1] - checkStart[m])),
  }));
}

function checkBuffers(groups: readonly DispatchedChecks[]): Record<string, ProgramBuffer> {
  return Object.fromEntries(groups.map(({ checks }, g) => [`checks_${g}`, constantBuffer(checks)]));
}

/**
 * Flooding: check nodes read and write the messages, variable nodes too, and read the channel's. Layered: check nodes read
 * posteriors and messages, each twice where they go forward and back, and write both.
 */
function trafficBytes(
  graph: TannerGraph,
  { messageWords, channelWords, interleave }: FrameArithmetic,
  layered: boolean,
): number {
  const { q, edges, variables } = graph;
  const words = layered ? edges * (2 * messageWords + 2 * q) : 4 * edges * messageWords + variables * channelWords;
  return (4 * words) / interleave;
}
