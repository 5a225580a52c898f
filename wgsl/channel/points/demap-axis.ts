import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** LLRs of the bits of labels from values on one axis. */
export const demapAxis: Kernel = {
  name: "channel/points/demap-axis",
  wgsl: new URL("./demap-axis.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
