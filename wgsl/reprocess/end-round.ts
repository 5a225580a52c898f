import type { Kernel } from "../../src/gpu/kernel.ts";

/** Removes the frames of a round from the waiting frames. */
export const endRound: Kernel = { name: "reprocess/end-round" };
