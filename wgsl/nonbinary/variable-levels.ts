import type { Kernel } from "../../src/gpu/kernel.ts";

/** Variable nodes and decisions of level-sliced Min-Max. */
export const variableLevels: Kernel = { name: "nonbinary/variable-levels" };
