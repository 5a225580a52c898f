import type { Kernel } from "../../../../src/gpu/kernel.ts";

/** Trellis Min-Max check nodes with at most two deviations. One invocation processes one check of one frame. */
export const checkTrellisFrames: Kernel = { name: "nonbinary/rules/trellis/trellis-min-max" };
