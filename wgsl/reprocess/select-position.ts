import type { Kernel } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Number of tests of one workgroup. */
export const SELECTED_TESTS = 16;

/** The position that the children of each test saturate. */
export const selectPosition: Kernel = {
  name: "reprocess/select-position",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 12 * WIDE_WORKGROUP_SIZE,
};
