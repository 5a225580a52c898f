import { type Choices, variantOf } from "../../gpu/part.ts";
import type { Dispatch } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { FrameArithmetic, FrameDecoding } from "./arithmetic.ts";
import type { DispatchedChecks } from "./dispatched-checks.ts";

/** The parts for the imports of most kernels. */
export function choicesOf({ arithmetic, layered }: FrameDecoding): Choices {
  return {
    ...arithmetic.choices,
    messages: layered ? { name: "nonbinary/schedules/layered" } : { name: "nonbinary/schedules/flooding" },
  };
}

/** Frames of a workgroup of kernels other than the checks'. */
export function workgroupFrames({ workgroupFrames, interleave }: FrameArithmetic): number {
  return workgroupFrames ?? WORKGROUP_SIZE * interleave;
}

/**
 * Whether the first iteration has kernels of its own; with refill the iterations of a run begin for some of its frames, and rules of edges change
 * all messages.
 */
export function hasFirstChecks({ arithmetic, refills, nodes }: FrameDecoding): boolean {
  return arithmetic.hasFirstChecks === true && refills === 1 && nodes.edge.words === 0;
}

/** For kernels of checks whose layers have another order in every iteration: wgsl/nonbinary/check-node/this-check. */
export function orderChoice({ common: { ORDERS } }: FrameDecoding): Choices {
  return ORDERS === undefined ? {} : { order: { name: "nonbinary/check-node/this-check" } };
}

/** The checks of an iteration. */
export function checkDispatches(decoding: FrameDecoding, groups: readonly DispatchedChecks[]): Dispatch[] {
  if (!decoding.layered) return dispatchesOf(decoding, groups, "variable_to_check");
  const behindEdges = { messages: { name: "nonbinary/schedules/layered-read" } };
  return dispatchesOf(decoding, groups, "posteriors", decoding.nodes.edge.words === 0 ? {} : behindEdges);
}

/** The checks of the first iteration, where it has kernels of its own. */
export function firstCheckDispatches(decoding: FrameDecoding, groups: readonly DispatchedChecks[]): Dispatch[] {
  return decoding.layered
    ? dispatchesOf(decoding, groups, "posteriors", { messages: { name: "nonbinary/schedules/layered-start" } })
    : dispatchesOf(decoding, groups, "channel", { messages: { name: "nonbinary/schedules/flooding-start" } });
}

/** @param input buffer of the checks' inputs. */
function dispatchesOf(
  decoding: FrameDecoding,
  groups: readonly DispatchedChecks[],
  input: string,
  further: Choices = {},
): Dispatch[] {
  const { arithmetic, common, nodes } = decoding;
  const { weights } = nodes;
  const choices = {
    ...choicesOf(decoding),
    ...arithmetic.checkChoices,
    ...orderChoice(decoding),
    ...(weights && { weights: { name: "nonbinary/check-node/weights" } }),
    ...further,
  };
  const ofWeights = weights && { ...weights.constants, WHOLE: arithmetic.nodeConstants!.WHOLE };
  return groups.map(({ degree, most }, g) => ({
    kernel: arithmetic.check,
    constants: {
      ...common,
      ...arithmetic.checkConstants,
      ...arithmetic.degreeConstants?.(degree),
      ...ofWeights,
      DEGREE: degree,
    },
    variant: variantOf(choices, arithmetic.checkLists),
    buffers: [
      ...[`checks_${g}`, "check_start", "check_edges", "quotients", "syndrome", "active_list"],
      ...[input, "check_to_variable"],
    ],
    workgroups: most * (arithmetic.checkNeighbours ?? 1),
    framesPerWorkgroup: (arithmetic.checkFrames ?? workgroupFrames(arithmetic)) * (arithmetic.checkNeighbours ?? 1),
  }));
}
