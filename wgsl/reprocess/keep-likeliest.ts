import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Keeps the likeliest word so far of each frame of a round. */
export const keepLikeliest: Kernel = {
  name: "reprocess/keep-likeliest",
  workgroupBytes: () => 12 * WORKGROUP_SIZE,
};
