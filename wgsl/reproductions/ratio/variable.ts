import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Variable nodes of ratio-sum-product, and the decisions. */
export const variableRatio: Kernel = { name: "reproductions/ratio/variable" };
