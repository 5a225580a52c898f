import type { Kernel } from "../../src/gpu/kernel.ts";

/** The positions in the order of the search, their costs, and the parity bits that they flip. */
export const osdColumns: Kernel = {
  name: "osd/columns",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
