import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";
import { levelMessagesPart } from "../formats/level-messages.ts";
import { levelsPart, PACKING_CONSTANTS } from "../formats/levels.ts";
import { SYMBOL_CHECK_BINDINGS } from "../schedules/edges.ts";

/** Level-sliced Min-Max check nodes. */
export const checkMinMaxLevels: Kernel = {
  name: "nonbinary/rules/min-max-levels",
  wgsl: new URL("./min-max-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, slotsPart, trellisStepPart, forwardBackwardPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "P", "M", "DEGREE", "TILE", "ONE_TILE", "HALVES", "HALF_TILE", "PAIRS", "HALF_PAIRS"],
    ...["STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED", "KEEPS"],
    ...["LEVELS", "INTERLEAVE", "CHANNEL_MAX", "PART_QUADS", "ONE_PART", "QUAD"],
    ...PACKING_CONSTANTS,
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
