import type { Kernel } from "../../../src/gpu/kernel.ts";

/** LLRs of the bits of symbols. */
export const osdSplitLlr: Kernel = { name: "osd/symbols/split-llr" };
