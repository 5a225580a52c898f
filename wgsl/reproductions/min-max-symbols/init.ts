import type { Kernel } from "../../../src/gpu/kernel.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** First variable-to-check messages: the channel's, at most LLR_BOUND. */
export const init: Kernel = {
  name: "reproductions/min-max-symbols/init",
  wgsl: new URL("./init.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart],
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
};
