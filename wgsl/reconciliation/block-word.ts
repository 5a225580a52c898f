import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Alice's words of blocks of sifted bits. */
export const blockWord: Kernel = {
  name: "reconciliation/block-word",
  wgsl: new URL("./block-word.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
};
