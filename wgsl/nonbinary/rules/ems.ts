import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Extended min-sum check nodes. One invocation processes one check of one frame. */
export const checkEmsFrames: Kernel = { name: "nonbinary/rules/ems" };
