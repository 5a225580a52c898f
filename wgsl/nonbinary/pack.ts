import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Channel LLRs in the form of a decoder with a frame-interleaved layout, and the first messages to the checks. */
export const packSymbols: Kernel = {
  name: "nonbinary/pack",
  workgroupBytes: ({ Q, DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1) * Math.min(Q, 32)),
};
