import type { Dispatch } from "../../gpu/program.ts";
import type { KernelVariant } from "../../gpu/variant.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { FrameDecoding } from "./arithmetic.ts";
import { hasPriors } from "./nodes.ts";

/** Writes the posteriors of the decisions. */
export function softDispatch(decoding: FrameDecoding, variant: KernelVariant): Dispatch {
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
