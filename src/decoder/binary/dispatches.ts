import { laneNumberConstants } from "../../../wgsl/binary/formats/index.ts";
import { TILE_VARIABLES } from "../../../wgsl/common/word-index.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { type KernelVariant, variantOf } from "../../gpu/part.ts";
import { type DeviceLimits, type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import type { DecoderLanes, DecoderTraffic } from "../decoder-program.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { bitsOf } from "../step.ts";
import type { BinaryGraph } from "./graph.ts";
import { graphBuffers, graphConstants, graphTables, messageAndStateElements } from "./graph-bindings.ts";
import type { BinaryArithmetic, BinaryPlan } from "./rule.ts";

/** The LLR of a number 1 of the format. */
function stepOf({ lanes, constants }: BinaryArithmetic): number {
  const { STEPS_PER_LLR_BITS: bits } = constants;
  const steps = bits === undefined ? (lanes.steps?.perLlr ?? 1) : new Float32Array(Uint32Array.of(bits).buffer)[0];
  return 1 / steps;
}

/**
 * Model of the work of an iteration. With posteriors in device memory: layered, of each edge the message and the posterior are read
 * and written; flooding, the message is read and written by its check and read by its variable, the check reads the
 * posterior, and the variable reads its channel LLR and writes its posterior. A degree-1 variable is read and written
 * with its check. The test reads a posterior for each edge. With posteriors in workgroup memory the messages alone go
 * to and from device memory, and with a flooding schedule a third time for the variables' sums, which read the channel
 * LLRs too. With messages in registers, channel words are read and posteriors written once; the model divides both
 * among the iterations. The state of an edge is read and written with its message if that is in memory. Priors that change, and the next ones, are read and written in a
 * layered schedule, channel LLRs read and, in device memory, posteriors read and written; a flooding sum reads the posterior before. With messages in registers
 * the channel words are read in each iteration.
 */
function binaryTraffic(
  graph: BinaryGraph,
  spec: DecoderSpec,
  { lanes }: BinaryArithmetic,
  plan: BinaryPlan,
): DecoderTraffic {
  const { variables, edges, messages, core, groups } = graph;
  const { layered, resident, chip, values } = plan;
  const degreeOneEdges = groups.reduce((sum, group) => sum + (group.degreeOne === undefined ? 0 : group.count), 0);
  const words = chip
    ? (2 * variables) / spec.iterations
    : resident
      ? (layered ? 2 : 3) * messages + (layered ? 0 : core) + 2 * degreeOneEdges
      : 4 * messages + (layered ? 0 : 2 * core) + 2 * degreeOneEdges + stopConstant(spec) * (messages + degreeOneEdges);
  // Words of states of edges, less the words that fewer words for messages save.
  const state = chip ? 0 : 2 * (messageAndStateElements(graph, plan) - messages);
  const priors = values === undefined ? 0 : chip ? core : layered ? (resident ? 5 : 7) * core : resident ? 0 : core;
  return { edges, bytesPerIteration: (4 / lanes.interleave) * (words + state + priors) };
}

/** The common parts of all binary decoders, whether iterations are one dispatch or many. */
export function binaryParts(graph: BinaryGraph, spec: DecoderSpec, arithmetic: BinaryArithmetic, plan: BinaryPlan) {
  const { variables, checks } = graph;
  const { resident, frameInterleaved, syndrome } = plan;
  const { interleave, sum } = arithmetic.lanes;
  const lanes = variantOf({ lanes: arithmetic.lanes });
  const tables = graphTables(graph, plan);
  const numbers: KernelConstants = {
    ...arithmetic.constants,
    N: variables,
    CHECKS: checks,
    FRAME_INTERLEAVED: frameInterleaved ? 1 : 0,
  };
  /** A dispatch over `count` elements. A workgroup takes WORKGROUP_SIZE elements or, frame-interleaved, `interleavedCount`. */
  const dispatch = (
    kernel: string,
    [count, interleavedCount]: readonly [count: number, interleavedCount: number],
    constants: KernelConstants,
    buffers: readonly string[],
    variant: KernelVariant = lanes,
  ): Dispatch => ({
    kernel,
    constants,
    variant,
    buffers,
    workgroups: Math.ceil(count / (frameInterleaved ? interleavedCount : WORKGROUP_SIZE)),
    framesPerWorkgroup: frameInterleaved ? WORKGROUP_SIZE * interleave : interleave,
  });
  const packLlr = dispatch(
    "binary/pack-llr",
    [variables, TILE_VARIABLES],
    { ...numbers, COPY: resident || plan.carried ? 0 : 1 },
    ["symbol", "channel_llr", "channel", "posteriors"],
  );
  const packSyndrome = dispatch("binary/pack-syndrome", [checks, TILE_VARIABLES], numbers, [
    "row",
    "syndrome",
    "check_signs",
  ]);
  const decide = dispatch("binary/decide", [variables, TILE_VARIABLES], numbers, ["symbol", "posteriors", "decision"]);
  const soft = () => {
    const own = { ...laneNumberConstants(arithmetic.lanes), STEP_BITS: bitsOf(stepOf(arithmetic)) };
    return dispatch("binary/soft", [variables, TILE_VARIABLES], { ...numbers, ...own }, [
      "symbol",
      "posteriors",
      "soft",
    ]);
  };
  const own: DecoderLanes = {
    variant: lanes,
    constants: { ...numbers, PACKED_SIGNS: 0 },
    interleave,
    frameInterleaved,
    copy: !resident,
    symbol: graph.symbol,
  };
  const constants: KernelConstants = { ...numbers, ...tables.constants, ...graphConstants(graph, spec, plan) };
  const buffers: Readonly<Record<string, ProgramBuffer>> = {
    ...graphBuffers(graph, spec, plan, tables, interleave),
    ...(plan.soft && { soft: frameBuffer("f32", variables) }),
  };
  return {
    dispatch,
    // The kernels' variants: the number format, and with it the rules of checks and edges, or of variables.
    lanes,
    rule: variantOf({
      lanes: arithmetic.lanes,
      rule: arithmetic.rule,
      edge: plan.nodes.edge.part,
      ...arithmetic.imports,
    }),
    variable: variantOf({
      lanes: arithmetic.lanes,
      variable: plan.nodes.variable.part,
      // A prior of a rule has no bounds.
      ...(sum && plan.values === undefined && { sum }),
    }),
    interleave,
    tables,
    constants,
    buffers,
    pack: plan.lanes ? [] : syndrome ? [packLlr, packSyndrome] : [packLlr],
    decide: [...(plan.lanes ? [] : [decide]), ...(plan.soft ? [soft()] : [])],
    /** The model of the work, and the program's own form of bits if the request has `lanes`. */
    own: { traffic: binaryTraffic(graph, spec, arithmetic, plan), ...(plan.lanes && { lanes: own }) },
    checkBuffers: [
      "channel",
      "check_signs",
      frameInterleaved ? "active_list" : "unsatisfied",
      "posteriors",
      "messages",
    ],
  };
}

/**
 * Elements that a workgroup of a frame-interleaved kernel processes: on a processor all, since workgroups run one after the other; else one, or
 * the smallest number that keeps a dispatch within its limit of workgroups.
 */
export function perInterleavedWorkgroup(elements: number, { simd }: DeviceLimits): number {
  return simd === true ? elements : Math.ceil(elements / WORKGROUPS_MAXIMUM);
}
