import type { Kernel } from "../../src/gpu/kernel.ts";
import { patternsBytes } from "./patterns.ts";

/** Tables of sums of reliabilities: wgsl/osd/search.wgsl. */
const TABLES = 2;

/** The likeliest word among all that flip at most ORDER information positions. */
export const osdSearch: Kernel = {
  name: "osd/search",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ ORDER, TABLE_BITS }) => 4 * TABLES * 2 ** TABLE_BITS + patternsBytes(ORDER),
};
