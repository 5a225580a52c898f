import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";

/** Extended min-sum check nodes. One invocation processes one check of one frame. */
export const checkEmsFrames: Kernel = {
  name: "nonbinary/rules/ems",
  wgsl: new URL("./ems.wgsl", import.meta.url),
  imports: [runPart, boundPart, slotsPart, trellisStepPart, forwardBackwardPart, normalisedVectorsPart],
};
