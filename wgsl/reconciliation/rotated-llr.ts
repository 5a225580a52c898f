import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { octonionPart } from "./octonion.ts";

/** Channel LLRs of the bits that a rotation represents, from values correlated with the rotated values. */
export const rotatedLlr: Kernel = {
  name: "reconciliation/rotated-llr",
  wgsl: new URL("./rotated-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, octonionPart],
  bindings: [u32("position_use"), u32("rotation"), f32("values"), f32("channel_llr", "read_write")],
  constants: ["N", "KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
