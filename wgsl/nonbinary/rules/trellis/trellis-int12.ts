import type { Kernel } from "../../../../src/gpu/kernel.ts";

/** Trellis Min-Max check nodes in whole steps. One invocation processes one check of two frames. */
export const checkTrellisInt12: Kernel = { name: "nonbinary/rules/trellis/trellis-int12" };
