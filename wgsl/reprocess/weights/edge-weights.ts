import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Weight of every symbol: the sum of the counts of its edges. */
export const edgeWeights: Kernel = { name: "reprocess/weights/edge-weights" };
