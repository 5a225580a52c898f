import type { Kernel } from "../../../src/gpu/kernel.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** LLRs of the bits of symbols. */
export const osdSplitLlr: Kernel = {
  name: "osd/symbols/split-llr",
  wgsl: new URL("./split-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
};
