import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { prefixSumsPart } from "../prefix-sums.ts";
import { runPart } from "../run.ts";
import { listPart } from "./list.ts";
import { listRowsPart } from "./list-rows.ts";

/** Lists the frames that are active after the previous iteration. Most frames keep their slots. */
export const fillSlots: Kernel = {
  name: "common/active-frames/fill",
  wgsl: new URL("./fill.wgsl", import.meta.url),
  imports: [runPart, prefixSumsPart, listRowsPart, listPart],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * (WIDE_WORKGROUP_SIZE + 2),
};
