import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Number of bits in which two packed blocks differ. */
export const blockDifference: Kernel = {
  name: "reconciliation/block-difference",
  wgsl: new URL("./block-difference.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  bindings: [u32("sifted_bits"), u32("corrected_bits"), u32("difference", "read_write")],
  constants: ["KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4,
};
