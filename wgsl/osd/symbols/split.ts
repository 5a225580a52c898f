import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** The bits of symbols. */
export const osdSplit: Kernel = {
  name: "osd/symbols/split",
  wgsl: new URL("./split.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
