import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** Compaction of words that keep their places: lists the words for the next iteration. */
export const compactWords: Kernel = {
  name: "common/active-frames/compact-words",
  workgroupBytes: ({ DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1)),
};
