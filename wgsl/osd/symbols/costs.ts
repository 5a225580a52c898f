import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The costs of the symbols of each position as whole numbers, the likeliest symbol and its reliability. */
export const osdSymbolCosts: Kernel = {
  name: "osd/symbols/costs",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 4,
};
