import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** Lists the frames that are active after the previous iteration. Most frames keep their slots. */
export const fillSlots: Kernel = {
  name: "common/active-frames/fill",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * (WIDE_WORKGROUP_SIZE + 2),
};
