import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The positions from the least to the most reliable. */
export const osdOrder: Kernel = {
  name: "osd/order",
  wgsl: new URL("./order.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
