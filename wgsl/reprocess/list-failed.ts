import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Lists the frames that wait for reprocessing. */
export const listFailed: Kernel = {
  name: "reprocess/list-failed",
  workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1),
};
