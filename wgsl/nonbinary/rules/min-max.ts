import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { permuteFirstPart } from "../check-node/permute-first.ts";
import { syndromesOfWordPart } from "../check-node/syndromes-of-word.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";

/** Min-Max check nodes by the forward-backward algorithm. One invocation processes one check of one frame. */
export const checkMinMaxFrames: Kernel = {
  name: "nonbinary/rules/min-max",
  wgsl: new URL("./min-max.wgsl", import.meta.url),
  imports: [
    ...[runPart, slotsPart, trellisStepPart, forwardBackwardPart, normalisedVectorsPart, permuteFirstPart],
    syndromesOfWordPart,
  ],
};
