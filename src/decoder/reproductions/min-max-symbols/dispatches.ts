import type { TannerGraph } from "../../../code/tanner-graph.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import type { DeviceLimits, Dispatch } from "../../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../gpu/workgroup.ts";
import { ALL_FRAMES } from "../../active-frames.ts";
import type { DecoderPhases } from "../../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../../spec.ts";

/**
 * The phases of the paper's mapping. Its iteration decides and tests in any case, so decision and test stand with the
 * check nodes, and nothing follows the iterations.
 */
export function symbolPhases(
  { q: Q, checks, variables: N, edges }: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  messages: number,
  checkNodes: readonly Dispatch[],
  syndrome: boolean,
): DecoderPhases {
  const STOP = stopConstant(spec);
  const dispatch = (
    kernel: string,
    [count, size]: readonly [count: number, size: number],
    constants: KernelConstants,
    buffers: readonly string[],
  ): Dispatch => ({
    kernel: `reproductions/min-max-symbols/${kernel}`,
    constants,
    buffers,
    workgroups: Math.ceil(count / size),
  });
  const perWorkgroup = variablesPerWorkgroup(Q, limits);
  const symbolwise = { Q, N, MESSAGES: messages, VARIABLES_PER_WORKGROUP: perWorkgroup };
  const init = dispatch("init", [N, perWorkgroup], symbolwise, [
    ...["variable_start", "variable_edges", "channel_llr", "variable_to_check"],
  ]);
  const variable = dispatch("variable", [N, perWorkgroup], { ...symbolwise, STOP }, [
    ...["variable_start", "variable_edges", "channel_llr", "check_to_variable", "unsatisfied", "variable_to_check"],
  ]);
  const normalise = dispatch("normalise", [edges, WORKGROUP_SIZE], { Q, E: edges, MESSAGES: messages, STOP }, [
    ...["check_edges", "unsatisfied", "variable_to_check"],
  ]);
  const decide = dispatch("decide", [N, WORKGROUP_SIZE], { Q, N, MESSAGES: messages, STOP }, [
    ...["variable_start", "variable_edges", "channel_llr", "check_to_variable", "unsatisfied", "decision"],
  ]);
  const test = dispatch("syndrome", [checks, WORKGROUP_SIZE], { Q, N, M: checks, SYNDROME: syndrome ? 1 : 0, STOP }, [
    ...["check_start", "check_edges", "galois_tables", "decision", "syndrome", "unsatisfied"],
  ]);
  return {
    pack: [init],
    variable: [variable, normalise],
    check: [...checkNodes, decide, test],
    syndrome: [],
    active: ALL_FRAMES,
    decide: [],
  };
}

/** Variables per workgroup of the kernels with one invocation per field element: about 64 items. */
function variablesPerWorkgroup(q: number, limits: DeviceLimits): number {
  return Math.max(1, Math.floor(Math.min(WORKGROUP_SIZE, limits.workgroupSize) / q));
}
