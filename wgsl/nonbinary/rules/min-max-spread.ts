import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { SYMBOL_CHECK_BINDINGS } from "../schedules/edges.ts";

/** Min-Max check nodes with a vector over several invocations. */
export const checkMinMaxSpread: Kernel = {
  name: "nonbinary/rules/min-max-spread",
  wgsl: new URL("./min-max-spread.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, slotsPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "BLOCK", "BLOCK_QUADS", "BLOCK_PAIRS", "BLOCKS_TOGETHER", "VECTORS", "LANES"],
    ...["STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED"],
  ],
  workgroupSize: ({ Q, BLOCK, LANES }) => (Q / BLOCK) * LANES,
  workgroupBytes: ({ Q, VECTORS, LANES, DEGREE }) => 4 * LANES * (VECTORS * Q + DEGREE),
};
