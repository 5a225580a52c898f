import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Tentative decision: the symbol of least a posteriori LLR. */
export const decide: Kernel = {
  name: "reproductions/min-max-symbols/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, donePart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    f32("channel_llr"),
    f32("check_to_variable"),
    u32("unsatisfied"),
    u32("decision", "read_write"),
  ],
  constants: ["Q", "N", "MESSAGES", "STOP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
