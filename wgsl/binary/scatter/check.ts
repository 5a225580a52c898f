import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { sumsPart } from "./sums.ts";

/** One iteration of flooding min-sum, in which checks add their messages to sums of the variables. */
export const scatterCheck: Kernel = {
  name: "binary/scatter/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
};
