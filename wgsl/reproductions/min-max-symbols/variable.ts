import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Variable nodes: channel plus the other checks' messages. */
export const variable: Kernel = {
  name: "reproductions/min-max-symbols/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, donePart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    f32("channel_llr"),
    f32("check_to_variable"),
    u32("unsatisfied"),
    f32("variable_to_check", "read_write"),
  ],
  constants: ["Q", "N", "MESSAGES", "VARIABLES_PER_WORKGROUP", "STOP"],
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
  workgroupBytes: () => 0,
};
