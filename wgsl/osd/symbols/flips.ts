import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The flips of information symbols in the order of the search. */
export const osdSymbolFlips: Kernel = {
  name: "osd/symbols/flips",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
