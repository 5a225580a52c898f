import type { Kernel } from "../../../../src/gpu/kernel.ts";
import { slotsPart } from "../../../common/active-frames/slots.ts";
import { boundPart } from "../../../common/bound.ts";
import { runPart } from "../../../common/run.ts";
import { edgeVectorsPart } from "../../check-node/edge-vectors.ts";
import { extraColumnPart } from "./extra-column.ts";

/** Trellis Min-Max check nodes with at most two deviations. One invocation processes one check of one frame. */
export const checkTrellisFrames: Kernel = {
  name: "nonbinary/rules/trellis/trellis-min-max",
  wgsl: new URL("./trellis-min-max.wgsl", import.meta.url),
  imports: [runPart, boundPart, slotsPart, edgeVectorsPart, extraColumnPart],
};
