import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** One iteration of flooding min-sum, in which checks add their messages to sums of the variables. */
export const scatterCheck: Kernel = {
  name: "binary/scatter/check",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
};
