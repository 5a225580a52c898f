import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The bits of symbols. */
export const osdSplit: Kernel = { name: "osd/symbols/split" };
