import type { Kernel } from "../../src/gpu/kernel.ts";

/** Number of bits in which two packed blocks differ. */
export const blockDifference: Kernel = {
  name: "reconciliation/block-difference",
  workgroupBytes: () => 4,
};
