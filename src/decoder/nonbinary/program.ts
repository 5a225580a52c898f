import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import type { GaloisField } from "../../galois/field.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import {
  constantBuffer,
  type DeviceLimits,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { ALL_FRAMES } from "../active-frames.ts";
import type { DecoderProgram, DecoderTraffic } from "../decoder-program.ts";
import { ORDER, randomOrders, SCHEDULE } from "../order.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { decoderSteps, type IterationOrder, interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, optionsOf, stopConstant } from "../spec.ts";
import type { FrameArithmetic, FrameDecoding } from "./arithmetic.ts";
import { activeFrames, dispatchedChecks, framePhases } from "./dispatches.ts";
import { frameGraphBuffers } from "./graph.ts";
import { isPlain, nodeBuffers, nodeWords, statesOf, symbolNodes } from "./nodes.ts";

/**
 * Frames for each message slot, where slots are refilled. Refilling takes many frames in flight, because a part of few
 * frames does not fill a GPU, and many iterations: with 10 the few frames that need all of them cost less than entering
 * slots (decision 0023).
 */
const REFILLS = 4;
const REFILLED_FRAMES = 4096;
const REFILLED_ITERATIONS = 20;

/** From this number of iterations on engines read how many frames are active: iterations without any would take longer than the readings. */
const COUNTED_ITERATIONS = 100;

/**
 * Average number of frames per message slot (slot refill) of a flooding decoder. @param interleave frames of a word.
 */
function refillsOf(
  spec: DecoderSpec,
  interleave: number,
  { software }: Pick<DeviceLimits, "software">,
  { frames = REFILLED_FRAMES, refills }: DecoderRequest,
): number {
  if (stopConstant(spec) === 0) return 1;
  if (refills !== undefined) return refills;
  // Software devices run few frames as fast as many; and where all 32 frames of a word wait for each other, few words
  // finish early.
  const gains = !software && interleave < 32 && frames >= REFILLED_FRAMES && spec.iterations >= REFILLED_ITERATIONS;
  return gains ? REFILLS : 1;
}

/**
 * Iterations of a run after which every frame has had its own, plus one more to enter a slot, in the worst case. No
 * frame gets its slot later than (refills · slots − 1) / slots such spans after the start.
 */
function iterationsOfRun(iterations: number, refills: number): number {
  return refills > 1 ? (iterations + 1) * (refills + 1) : iterations;
}

/**
 * Model of the work of an iteration. Flooding: check nodes and variable nodes read and write the messages, and variable
 * nodes read the channel LLRs. Layered: check nodes read posteriors and messages, each twice if they go forward and
 * back, and write both. Rules of variables read channel and posteriors (flooding: messages and priors) and write priors (layered: posteriors too; they read and write priors and the next ones).
 * Rules of edges read and write messages (layered: read messages, read and write posteriors) and states, which have a word for a frame.
 */
function frameTraffic({ graph, arithmetic, layered, nodes }: FrameDecoding): DecoderTraffic {
  const { q, edges, variables } = graph;
  const { messageWords, channelWords, interleave } = arithmetic;
  const words = layered ? edges * (2 * messageWords + 2 * q) : 4 * edges * messageWords + variables * channelWords;
  const priors = layered ? 7 * variables * q : edges * messageWords + 3 * variables * channelWords;
  const edgeWords = layered ? edges * (messageWords + 2 * q) : 2 * edges * messageWords;
  const states = 2 * edges * statesOf(nodes, q) * interleave;
  const all = words + (nodes.values === undefined ? 0 : priors) + nodes.edge.words * (edgeWords + states);
  return { edges, bytesPerIteration: (4 * all) / interleave };
}

/** The options that the family itself reads: every rule's table has them. */
const FAMILY_OPTIONS = { schedule: SCHEDULE, order: ORDER } as const;

/**
 * Compaction lists the active frames of an iteration before it; before the first iteration it would list all frames.
 */
const ALL_AT_FIRST: IterationOrder = { order: ["compact", "check", "variable", "syndrome"], notAtFirst: ["compact"] };

/**
 * A decoder of symbols with a frame-interleaved layout: every invocation has a frame of its own, or several, and all
 * invocations of a workgroup work on the same check or variable. With early termination finished frames free their
 * slots, and active frames move up (wgsl/common/active-frames/slots.wgsl). With a flooding schedule the check nodes'
 * reading moves the messages; with a layered one the last frames move to the slots of finished frames. With a
 * flooding schedule there may be fewer message slots than frames; waiting frames refill slots that become free, so that
 * the device stays as busy as at first until hardly any frame waits (decision 0023).
 */
export function frameProgram(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: Pick<DeviceLimits, "software">,
  arithmetic: FrameArithmetic,
  request: DecoderRequest,
): DecoderProgram {
  const { matrix } = code;
  const graph = tannerGraph(matrix);
  const { schedule, order } = optionsOf(FAMILY_OPTIONS, spec);
  const layered = schedule === "layered";
  const stop = stopConstant(spec);
  const syndrome = request.syndrome === true;
  const { interleave } = arithmetic;
  const soft = request.soft === true && arithmetic.softConstants !== undefined;
  const nodes = symbolNodes(code, spec, arithmetic, request);
  const refills = layered || soft || !isPlain(nodes) ? 1 : refillsOf(spec, interleave, limits, request);
  let orders = 0;
  const groups = dispatchedChecks(code, graph, layered, order, (layers) => {
    const turns = randomOrders(order, layers, spec.iterations, request.member);
    orders = turns?.length ?? 0;
    return turns;
  });
  const common: KernelConstants = {
    Q: graph.q,
    P: matrix.field.p,
    N: graph.variables,
    M: graph.checks,
    STOP: stop,
    SYNDROME: syndrome ? 1 : 0,
    // The frames of a word finish together: gathering words from several words costs more than idle frames do
    // (decision 0021).
    SLOT_FRAMES: interleave,
    REFILLS: refills,
    LAYERED: layered ? 1 : 0,
    CONTIGUOUS: arithmetic.contiguous === true ? 1 : 0,
    ...(orders > 0 && { ORDERS: orders }),
    ...arithmetic.formatConstants,
  };
  const countsActive = refills > 1 || spec.iterations >= COUNTED_ITERATIONS;
  const decoding: FrameDecoding = { graph, spec, arithmetic, layered, refills, countsActive, nodes, common };
  const active = stop === 0 ? ALL_FRAMES : activeFrames(decoding);
  // Variables of refilled slots send the first messages to the checks.
  const refilled: IterationOrder = {
    order: ALL_AT_FIRST.order,
    notAtFirst: ["check", "syndrome"],
    iterations: iterationsOfRun(spec.iterations, refills),
    countsActive: true,
  };
  // Readings begin with the count of all frames, which compaction writes.
  const counted: IterationOrder = { order: ALL_AT_FIRST.order, countsActive: true };
  const iterationOrder = refills > 1 ? refilled : countsActive ? counted : ALL_AT_FIRST;
  return {
    input: "symbol",
    buffers: {
      ...interfaceBuffers(spec, graph.variables * graph.q, graph.variables),
      ...stateBuffers(decoding, matrix.field),
      ...nodeBuffers(decoding),
      ...Object.fromEntries(groups.map(({ checks }, g) => [`checks_${g}`, constantBuffer(checks)])),
      ...arithmetic.tables,
      ...(soft ? { soft: frameBuffer("f32", graph.variables * graph.q) } : {}),
      syndrome: syndrome ? frameBuffer("u32", graph.checks) : UNUSED_BUFFER,
      active_list: active.buffer,
    },
    ...decoderSteps(spec, { ...framePhases(decoding, groups, soft), active }, iterationOrder),
    plan: [
      `frame-interleaved, ${layered ? `layered, ${groups.length} dispatches of checks` : "flooding"}`,
      ...(orders > 0 ? ["layers in a new order in every iteration"] : []),
      ...arithmetic.notes,
      ...(isPlain(nodes) ? [] : [`${nodeWords(spec)} between the kernels of checks and variables`]),
      ...(refills > 1 ? [`messages of 1/${refills} of the frames at a time, slots are refilled`] : []),
    ],
    traffic: frameTraffic(decoding),
  };
}

/** The graph, and the messages or posteriors on it. */
function stateBuffers(
  { graph, arithmetic, layered, refills }: FrameDecoding,
  field: GaloisField,
): Record<string, ProgramBuffer> {
  const { variables, edges, q }: TannerGraph = graph;
  const { messageWords, channelWords, interleave } = arithmetic;
  const words = (length: number) => frameBuffer("u32", length, interleave);
  const messages = frameBuffer("u32", edges * messageWords, interleave * refills);
  return {
    ...frameGraphBuffers(graph, field),
    ...(layered
      ? { channel: UNUSED_BUFFER, posteriors: words(variables * q) }
      : { channel: words(variables * channelWords), variable_to_check: messages }),
    check_to_variable: messages,
    symbols: frameBuffer("u32", variables),
  };
}
