import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Number of bits in which two packed blocks differ. */
export const blockDifference: Kernel = {
  name: "reconciliation/block-difference",
  wgsl: new URL("./block-difference.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  workgroupBytes: () => 4,
};
