import type { Kernel } from "../../src/gpu/kernel.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Channel LLRs of Bob's blocks of sifted bits. */
export const blockLlr: Kernel = {
  name: "reconciliation/block-llr",
  wgsl: new URL("./block-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, packedBitsPart],
};
