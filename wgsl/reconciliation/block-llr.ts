import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Channel LLRs of Bob's blocks of sifted bits. */
export const blockLlr: Kernel = {
  name: "reconciliation/block-llr",
  wgsl: new URL("./block-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, packedBitsPart],
  bindings: [u32("position_use"), u32("block_bits"), u32("sifted_bits"), f32("channel_llr", "read_write")],
  constants: ["N", "KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
