import type { Kernel } from "../../src/gpu/kernel.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** LLR vectors of punctured and shortened symbols. */
export const unsentLlr: Kernel = {
  name: "channel/unsent-llr",
  wgsl: new URL("./unsent-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
};
