import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Unpacks bits into a word each. */
export const unpackBits: Kernel = {
  name: "reconciliation/unpack-bits",
  wgsl: new URL("./unpack-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
};
