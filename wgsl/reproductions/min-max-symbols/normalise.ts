import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Subtracts each variable-to-check message's minimum; at most LLR_BOUND remains. */
export const normalise: Kernel = {
  name: "reproductions/min-max-symbols/normalise",
  wgsl: new URL("./normalise.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, donePart],
  bindings: [u32("check_edges"), u32("unsatisfied"), f32("variable_to_check", "read_write")],
  constants: ["Q", "E", "MESSAGES", "STOP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
