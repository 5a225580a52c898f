import type { Kernel } from "../../src/gpu/kernel.ts";

/** The reliability of each position as a whole number. */
export const osdReliability: Kernel = {
  name: "osd/reliability",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 4,
};
