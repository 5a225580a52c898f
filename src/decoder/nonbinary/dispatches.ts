import type { KernelConstants } from "../../gpu/kernel.ts";
import { type KernelVariant, variantOf } from "../../gpu/part.ts";
import type { Dispatch } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type ActiveFrames, filledSlots, movedFrames } from "../active-frames.ts";
import type { DecoderPhases } from "../skeleton.ts";
import type { FrameDecoding } from "./arithmetic.ts";
import {
  checkDispatches,
  choicesOf,
  firstCheckDispatches,
  hasFirstChecks,
  workgroupFrames,
} from "./check-dispatches.ts";
import type { DispatchedChecks } from "./dispatched-checks.ts";
import { edgeDispatches, hasPriors, jointDispatches, priorDispatches, spreadsJoint } from "./nodes.ts";

/** Variables of one workgroup, unless each invocation reads and writes a symbol (DIRECT). */
const UNPACK_TILE = 32;

/** Words that an invocation loads before it stores the first. */
const TOGETHER = 16;

/** @param messageRows number of words of a slot's messages, of `variables` variable nodes. */
function moveConstants(variables: number, messageRows: number): KernelConstants {
  return { TOGETHER, MESSAGE_ROWS: messageRows, ROWS: Math.ceil(messageRows / variables) };
}

/** Writes the posteriors of the decisions. */
function softDispatch(decoding: FrameDecoding, variant: KernelVariant): Dispatch {
  const { graph, spec, arithmetic, layered, common } = decoding;
  const priors = hasPriors(decoding.nodes) ? "priors" : "channel";
  const graphBuffers = ["variable_start", "variable_edges", "products"];
  return {
    kernel: layered ? "nonbinary/soft/layered" : "nonbinary/soft/flooding",
    constants: { ...common, ...arithmetic.softConstants, ITERATIONS: spec.iterations },
    variant,
    buffers: layered
      ? ["posteriors", "active_list", "unsatisfied", "soft"]
      : [...graphBuffers, priors, "check_to_variable", "active_list", "soft"],
    workgroups: graph.variables,
    framesPerWorkgroup: layered ? WORKGROUP_SIZE : WORKGROUP_SIZE * arithmetic.interleave,
  };
}

type FramePhases = Omit<DecoderPhases, "active">;

/** The dispatches of a decoder, phase by phase. @param soft whether posteriors are written; slots are not refilled then. */
export function framePhases(decoding: FrameDecoding, groups: readonly DispatchedChecks[], soft: boolean): FramePhases {
  const { graph, arithmetic, common, refills, countsActive } = decoding;
  const overSlots = { ...(refills > 1 && { refills }), ...(countsActive && { overActive: true }) };
  const syndrome: Dispatch = {
    kernel: "nonbinary/syndrome",
    constants: common,
    buffers: ["check_start", "check_edges", "products", "symbols", "syndrome", "active_list", "unsatisfied"],
    workgroups: graph.checks,
    framesPerWorkgroup: WORKGROUP_SIZE,
    ...overSlots,
  };
  const unpackConstants = { DIRECT: 0, ...arithmetic.packConstants };
  const unpack: Dispatch = {
    kernel: "nonbinary/unpack",
    constants: { ...common, ...unpackConstants },
    buffers: ["symbols", "decision"],
    workgroups: unpackConstants.DIRECT === 1 ? graph.variables : Math.ceil(graph.variables / UNPACK_TILE),
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
  const edges = edgeDispatches(decoding, groups, 0);
  const checks = checkDispatches(decoding, groups).flatMap((each, g) => [
    ...(decoding.layered ? edges.slice(g, g + 1) : []),
    { ...each, ...overSlots },
  ]);
  return {
    pack: packDispatches(decoding, groups),
    firstCheck: hasFirstChecks(decoding) ? firstCheckDispatches(decoding, groups) : checks,
    check: [...(decoding.layered ? priorDispatches(decoding, "iteration") : []), ...checks],
    variable: [
      ...jointDispatches(decoding, soft).map((each) => ({ ...each, ...overSlots })),
      ...(decoding.layered ? [decideDispatch(decoding)] : []),
      ...(decoding.layered || spreadsJoint(decoding, soft) ? [] : [{ ...variableDispatch(decoding), ...overSlots }]),
      ...(soft ? [softDispatch(decoding, variantOf(choicesOf(decoding)))] : []),
      ...(decoding.layered ? priorDispatches(decoding, "keep") : [...priorDispatches(decoding, "iteration"), ...edges]),
    ],
    syndrome: [syndrome],
    decide: [unpack],
  };
}

/** Converts channel LLRs into messages or posteriors; for rules of variables and edges into the first priors and states too. */
function packDispatches(decoding: FrameDecoding, groups: readonly DispatchedChecks[]): Dispatch[] {
  const { graph, arithmetic, layered, common, nodes } = decoding;
  const packed = (channel: string, words: string, firstMessages: boolean): Dispatch => ({
    kernel: arithmetic.pack,
    constants: {
      ...common,
      ...arithmetic.variableConstants,
      ...arithmetic.packConstants,
      FIRST_MESSAGES: firstMessages ? 1 : 0,
    },
    variant: variantOf(choicesOf(decoding)),
    buffers: [
      ...["channel_llr", "variable_start", "variable_edges", arithmetic.variableProducts ?? "products"],
      ...[channel, words],
    ],
    workgroups: graph.variables,
    framesPerWorkgroup: workgroupFrames(arithmetic),
  });
  const words = layered ? "posteriors" : "variable_to_check";
  const priors = layered
    ? [packed("priors", "channel", false), packed("channel", "priors", false)]
    : [packed("priors", words, false)];
  return [
    packed("channel", words, decoding.refills === 1 && !hasFirstChecks(decoding)),
    ...(hasPriors(nodes) ? priors : []),
    ...(nodes.carried ? priorDispatches(decoding, "start") : []),
    ...(layered ? [] : edgeDispatches(decoding, groups, 1)),
  ];
}

/** The active frames of a decoder with early termination. */
export function activeFrames(decoding: FrameDecoding): ActiveFrames {
  const { layered, refills, spec, arithmetic } = decoding;
  const slotFrames = arithmetic.interleave;
  if (layered) return filledSlots(slotFrames, moveDispatch(decoding));
  return movedFrames({ slotFrames, refills, iterations: spec.iterations });
}

/** Moves the posteriors and messages of a layered decoder's frames to their new slots. */
function moveDispatch({ graph, arithmetic, common }: FrameDecoding): Dispatch {
  return {
    kernel: "nonbinary/move",
    constants: { ...common, ...moveConstants(graph.variables, graph.edges * arithmetic.messageWords) },
    buffers: ["active_list", "posteriors", "check_to_variable"],
    workgroups: graph.variables,
    framesPerWorkgroup: workgroupFrames(arithmetic),
  };
}

/** Decides from posteriors that the checks have updated. */
function decideDispatch(decoding: FrameDecoding): Dispatch {
  const { graph, spec, arithmetic, common } = decoding;
  return {
    kernel: "nonbinary/decide",
    constants: { ...common, ...arithmetic.variableConstants, ITERATIONS: spec.iterations },
    variant: variantOf({ ...choicesOf(decoding), ...arithmetic.decideChoices }),
    buffers: ["posteriors", "active_list", "unsatisfied", "symbols"],
    workgroups: graph.variables,
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
}

function variableDispatch(decoding: FrameDecoding): Dispatch {
  const { graph, spec, arithmetic, common } = decoding;
  return {
    kernel: arithmetic.variable,
    constants: { ...common, ...arithmetic.variableConstants, ITERATIONS: spec.iterations },
    variant: variantOf(choicesOf(decoding), arithmetic.variableLists),
    buffers: [
      ...["variable_start", "variable_edges", arithmetic.variableProducts ?? "products"],
      ...[hasPriors(decoding.nodes) ? "priors" : "channel", "check_to_variable"],
      ...["active_list", "variable_to_check", "symbols"],
    ],
    workgroups: graph.variables,
    framesPerWorkgroup: workgroupFrames(arithmetic),
  };
}
