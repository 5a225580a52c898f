import type { Kernel } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** Copies one buffer into another, to measure the bandwidth of a device. */
export const copy: Kernel = {
  name: "statistics/copy",
  wgsl: new URL("./copy.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
};
