import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** The receiver's metrics of the outputs of a channel of tables. */
export const tableMetrics: Kernel = {
  name: "channel/table/metrics",
  wgsl: new URL("./metrics.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
