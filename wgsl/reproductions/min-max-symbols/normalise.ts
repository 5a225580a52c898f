import type { Kernel } from "../../../src/gpu/kernel.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Subtracts each variable-to-check message's minimum; at most LLR_BOUND remains. */
export const normalise: Kernel = {
  name: "reproductions/min-max-symbols/normalise",
  wgsl: new URL("./normalise.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, donePart],
};
