import type { Kernel } from "../../../src/gpu/kernel.ts";
import { patternsBytes } from "../patterns.ts";

/** The likeliest word over GF(q) among all that differ from the likeliest symbols in at most ORDER information positions. */
export const osdSymbolSearch: Kernel = {
  name: "osd/symbols/search",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ Q, ORDER }) => 16 * Q + patternsBytes(ORDER),
};
