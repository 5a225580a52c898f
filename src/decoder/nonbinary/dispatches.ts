import { flooding } from "../../../wgsl/nonbinary/schedules/flooding.ts";
import { layered as layeredMessages } from "../../../wgsl/nonbinary/schedules/layered.ts";
import { UNPACK_TILE } from "../../../wgsl/nonbinary/unpack.ts";
import { type Choices, variantOf } from "../../gpu/part.ts";
import type { Dispatch } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderPhases } from "../skeleton.ts";
import type { FrameArithmetic, FrameDecoding } from "./arithmetic.ts";
import type { DispatchedChecks } from "./dispatched-checks.ts";
import { softDispatch } from "./soft.ts";

type FramePhases = Omit<DecoderPhases, "active">;

/** The dispatches of a decoder, phase by phase. @param soft whether posteriors are written; slots are not refilled then. */
export function framePhases(decoding: FrameDecoding, groups: readonly DispatchedChecks[], soft: boolean): FramePhases {
  const { graph, common, refills } = decoding;
  const overSlots = refills > 1 ? { refills, overActive: true } : {};
  const syndrome: Dispatch = {
    kernel: "nonbinary/syndrome",
    constants: common,
    buffers: ["check_start", "check_edges", "products", "symbols", "syndrome", "active_list", "unsatisfied"],
    workgroups: graph.checks,
    framesPerWorkgroup: WORKGROUP_SIZE,
    ...overSlots,
  };
  const unpack: Dispatch = {
    kernel: "nonbinary/unpack",
    constants: common,
    buffers: ["symbols", "decision"],
    workgroups: Math.ceil(graph.variables / UNPACK_TILE),
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
  return {
    pack: [packDispatch(decoding)],
    check: checkDispatches(decoding, groups).map((each) => ({ ...each, ...overSlots })),
    variable: [
      decoding.layered ? decideDispatch(decoding) : { ...variableDispatch(decoding), ...overSlots },
      ...(soft ? [softDispatch(decoding, variantOf(choicesOf(decoding)))] : []),
    ],
    syndrome: [syndrome],
    decide: [unpack],
  };
}

function choicesOf({ arithmetic, layered }: FrameDecoding): Choices {
  return { ...arithmetic.choices, messages: layered ? layeredMessages : flooding };
}

function workgroupFrames({ workgroupFrames, interleave }: FrameArithmetic): number {
  return workgroupFrames ?? WORKGROUP_SIZE * interleave;
}

function checkDispatches(decoding: FrameDecoding, groups: readonly DispatchedChecks[]): Dispatch[] {
  const { arithmetic, layered, common } = decoding;
  const choices = { ...choicesOf(decoding), ...arithmetic.checkChoices };
  return groups.map(({ degree, checks }, g) => ({
    kernel: arithmetic.check.name,
    constants: { ...common, ...arithmetic.checkConstants, ...arithmetic.degreeConstants?.(degree), DEGREE: degree },
    variant: variantOf(choices, arithmetic.checkLists),
    buffers: [
      ...[`checks_${g}`, "check_start", "check_edges", "quotients", "syndrome", "active_list"],
      ...[layered ? "posteriors" : "variable_to_check", "check_to_variable"],
    ],
    workgroups: checks.length * (arithmetic.checkNeighbours ?? 1),
    framesPerWorkgroup: (arithmetic.checkFrames ?? workgroupFrames(arithmetic)) * (arithmetic.checkNeighbours ?? 1),
  }));
}

/** Converts channel LLRs into messages or posteriors. */
function packDispatch(decoding: FrameDecoding): Dispatch {
  const { graph, arithmetic, layered, common } = decoding;
  return {
    kernel: arithmetic.pack.name,
    constants: { ...common, ...arithmetic.variableConstants, ...arithmetic.packConstants },
    variant: variantOf(choicesOf(decoding)),
    buffers: [
      ...["channel_llr", "variable_start", "variable_edges", arithmetic.variableProducts ?? "products", "channel"],
      layered ? "posteriors" : "variable_to_check",
    ],
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
    kernel: arithmetic.variable.name,
    constants: { ...common, ...arithmetic.variableConstants, ITERATIONS: spec.iterations },
    variant: variantOf(choicesOf(decoding), arithmetic.variableLists),
    buffers: [
      ...["variable_start", "variable_edges", arithmetic.variableProducts ?? "products", "channel"],
      ...["check_to_variable", "active_list", "variable_to_check", "symbols"],
    ],
    workgroups: graph.variables,
    framesPerWorkgroup: workgroupFrames(arithmetic),
  };
}
