import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Check nodes of ratio-sum-product, and the test of the decisions. */
export const checkRatio: Kernel = { name: "reproductions/ratio/check" };
