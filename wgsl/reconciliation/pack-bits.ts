import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Packs bits that have a word each, all of them or the bits at some positions. */
export const packBits: Kernel = {
  name: "reconciliation/pack-bits",
  wgsl: new URL("./pack-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
};
