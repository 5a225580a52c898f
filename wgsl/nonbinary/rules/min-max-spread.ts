import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Min-Max check nodes with a vector over several invocations. */
export const checkMinMaxSpread = {
  name: "nonbinary/rules/min-max-spread",
  wgsl: new URL("./min-max-spread.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, slotsPart],
  workgroupSize: ({ Q, BLOCK, LANES }) => (Q / BLOCK) * LANES,
  workgroupBytes: ({ Q, VECTORS, LANES, DEGREE }) => 4 * LANES * (VECTORS * Q + DEGREE),
} satisfies Kernel;
