import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Channel LLRs in steps, frame-interleaved, and as the first messages to the checks. */
export const packLevels: Kernel = {
  name: "nonbinary/pack-levels",
  workgroupBytes: ({ BLOCK, DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1) * BLOCK),
};
