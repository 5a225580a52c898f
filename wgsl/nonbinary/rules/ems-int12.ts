import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { permuteFirstPart } from "../check-node/permute-first.ts";
import { syndromesOfWordPart } from "../check-node/syndromes-of-word.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";

/** Extended min-sum check nodes in whole steps. One invocation processes one check of two frames. */
export const checkEmsInt12: Kernel = {
  name: "nonbinary/rules/ems-int12",
  wgsl: new URL("./ems-int12.wgsl", import.meta.url),
  imports: [
    ...[runPart, slotsPart, trellisStepPart, forwardBackwardPart, normalisedVectorsPart, permuteFirstPart],
    syndromesOfWordPart,
  ],
};
