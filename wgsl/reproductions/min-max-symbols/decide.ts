import type { Kernel } from "../../../src/gpu/kernel.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Tentative decision: the symbol of least a posteriori LLR. */
export const decide: Kernel = {
  name: "reproductions/min-max-symbols/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, donePart],
};
