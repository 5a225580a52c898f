import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { sumsPart } from "./sums.ts";

/** Decisions as bits, and whether they satisfy all checks, from the sums of `scatterCheck`. */
export const scatterFinish: Kernel = {
  name: "binary/scatter/finish",
  wgsl: new URL("./finish.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => WIDE_WORKGROUP_SIZE / 4,
};
