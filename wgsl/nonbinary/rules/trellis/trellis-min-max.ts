import type { Kernel } from "../../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../../common/active-frames/slots.ts";
import { boundPart } from "../../../common/bound.ts";
import { runPart } from "../../../common/run.ts";
import { edgeVectorsPart } from "../../check-node/edge-vectors.ts";
import { SYMBOL_CHECK_BINDINGS } from "../../schedules/edges.ts";
import { extraColumnPart } from "./extra-column.ts";

/** Trellis Min-Max check nodes with at most two deviations. One invocation processes one check of one frame. */
export const checkTrellisFrames: Kernel = {
  name: "nonbinary/rules/trellis/trellis-min-max",
  wgsl: new URL("./trellis-min-max.wgsl", import.meta.url),
  imports: [runPart, boundPart, slotsPart, edgeVectorsPart, extraColumnPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "SCALE_BITS", "MAGNITUDE_MASK", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME"],
    ...["TILE", "TILE_QUADS", "QUAD", "ONE_TILE", "PER_WORD", "TILE_WORDS", "TILE_BITS", "QUAD_WORDS"],
    ...["PAIRS", "PAIRS_QUADS", "KEEPS"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
