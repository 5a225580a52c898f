import type { Kernel } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Copies one buffer into another, to measure the bandwidth of a device. */
export const copy: Kernel = {
  name: "statistics/copy",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
};
