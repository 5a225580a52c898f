import type { Kernel } from "../../../src/gpu/kernel.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Variable nodes: channel plus the other checks' messages. */
export const variable: Kernel = {
  name: "reproductions/min-max-symbols/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, donePart],
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
};
