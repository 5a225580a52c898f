import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { prefixSumsPart } from "../common/prefix-sums.ts";
import { runPart } from "../common/run.ts";

/** Lists the frames that wait for reprocessing. */
export const listFailed: Kernel = {
  name: "reprocess/list-failed",
  wgsl: new URL("./list-failed.wgsl", import.meta.url),
  imports: [runPart, prefixSumsPart],
  workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1),
};
