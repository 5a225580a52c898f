import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Min-Max check nodes by the forward-backward algorithm. One invocation processes one check of one frame. */
export const checkMinMaxFrames: Kernel = { name: "nonbinary/rules/min-max" };
