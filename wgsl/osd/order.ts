import type { Kernel } from "../../src/gpu/kernel.ts";

/** The positions from the least to the most reliable. */
export const osdOrder: Kernel = {
  name: "osd/order",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
