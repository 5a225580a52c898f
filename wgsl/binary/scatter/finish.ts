import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** Decisions as bits, and whether they satisfy all checks, from the sums of `scatterCheck`. */
export const scatterFinish: Kernel = {
  name: "binary/scatter/finish",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => WIDE_WORKGROUP_SIZE / 4,
};
