import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { invocationsPart } from "./invocations.ts";

/** Decisions frame by frame, in the order of the code. */
export const ratioDecision: Kernel = {
  name: "reproductions/ratio/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
  bindings: [u32("symbol"), u32("decisions"), u32("decision", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
