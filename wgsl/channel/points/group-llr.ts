import type { Kernel } from "../../../src/gpu/kernel.ts";

/** LLR vectors of symbols from the costs of the points of their uses. */
export const groupLlr: Kernel = { name: "channel/points/group-llr" };
