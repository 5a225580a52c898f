import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The positions in the order of the search, and the parity symbols that each information symbol changes. */
export const osdSymbolColumns: Kernel = {
  name: "osd/symbols/columns",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
