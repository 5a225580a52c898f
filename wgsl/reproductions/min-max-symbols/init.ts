import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** First variable-to-check messages: the channel's, at most LLR_BOUND. */
export const init: Kernel = {
  name: "reproductions/min-max-symbols/init",
  wgsl: new URL("./init.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
  bindings: [u32("variable_start"), u32("variable_edges"), f32("channel_llr"), f32("variable_to_check", "read_write")],
  constants: ["Q", "N", "MESSAGES", "VARIABLES_PER_WORKGROUP"],
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
  workgroupBytes: () => 0,
};
