import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** LLR vectors of punctured and shortened symbols. */
export const unsentLlr: Kernel = {
  name: "channel/unsent-llr",
  wgsl: new URL("./unsent-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
  bindings: [u32("unsent"), f32("channel_llr", "read_write")],
  constants: ["Q", "N", "UNSENT"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
