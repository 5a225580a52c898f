import type { Kernel } from "../../../../src/gpu/kernel.ts";
import { slotsPart } from "../../../common/active-frames/slots.ts";
import { runPart } from "../../../common/run.ts";
import { normalisedVectorsPart } from "../../check-node/normalised-vectors.ts";
import { syndromesOfWordPart } from "../../check-node/syndromes-of-word.ts";

/** Trellis Min-Max check nodes in whole steps. One invocation processes one check of two frames. */
export const checkTrellisInt12: Kernel = {
  name: "nonbinary/rules/trellis/trellis-int12",
  wgsl: new URL("./trellis-int12.wgsl", import.meta.url),
  imports: [runPart, slotsPart, normalisedVectorsPart, syndromesOfWordPart],
};
