import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Min-Max check nodes with a vector over several invocations. */
export const checkMinMaxSpread = {
  name: "nonbinary/rules/min-max-spread",
  workgroupSize: ({ Q, BLOCK, LANES }) => (Q / BLOCK) * LANES,
  workgroupBytes: ({ Q, VECTORS, LANES, DEGREE }) => 4 * LANES * (VECTORS * Q + DEGREE),
} satisfies Kernel;
