import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Level-sliced Min-Max check nodes. */
export const checkMinMaxLevels: Kernel = { name: "nonbinary/rules/min-max-levels" };
