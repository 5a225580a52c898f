import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";
import { levelMessagesPart } from "../formats/level-messages.ts";
import { levelsPart } from "../formats/levels.ts";

/** Level-sliced Min-Max check nodes. */
export const checkMinMaxLevels: Kernel = {
  name: "nonbinary/rules/min-max-levels",
  wgsl: new URL("./min-max-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, slotsPart, trellisStepPart, forwardBackwardPart],
};
