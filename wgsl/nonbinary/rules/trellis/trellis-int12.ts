import type { Kernel } from "../../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../../common/active-frames/slots.ts";
import { runPart } from "../../../common/run.ts";
import { normalisedVectorsPart } from "../../check-node/normalised-vectors.ts";
import { syndromesOfWordPart } from "../../check-node/syndromes-of-word.ts";
import { SYMBOL_CHECK_BINDINGS } from "../../schedules/edges.ts";

/** Trellis Min-Max check nodes in whole steps. One invocation processes one check of two frames. */
export const checkTrellisInt12: Kernel = {
  name: "nonbinary/rules/trellis/trellis-int12",
  wgsl: new URL("./trellis-int12.wgsl", import.meta.url),
  imports: [runPart, slotsPart, normalisedVectorsPart, syndromesOfWordPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "SCALE", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED"],
    ...["TILE", "TILE_QUADS", "TILE_BITS", "QUAD", "ONE_TILE", "PAIRS"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
