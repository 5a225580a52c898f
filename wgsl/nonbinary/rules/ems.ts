import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackwardPart } from "../check-node/forward-backward.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";
import { SYMBOL_CHECK_BINDINGS } from "../schedules/edges.ts";

/** Extended min-sum check nodes. One invocation processes one check of one frame. */
export const checkEmsFrames: Kernel = {
  name: "nonbinary/rules/ems",
  wgsl: new URL("./ems.wgsl", import.meta.url),
  imports: [runPart, boundPart, slotsPart, trellisStepPart, forwardBackwardPart, normalisedVectorsPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "NM", "OFFSET_BITS", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED", "KEEPS"],
    ...["TILE", "TILE_QUADS", "QUAD", "ONE_TILE", "HALVES", "HALF_TILE", "PAIRS", "HALF_PAIRS"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
