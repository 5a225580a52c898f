import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { pointDistancePart } from "./distance.ts";
import { softSumsPart } from "./soft-sums.ts";

/** LLRs of the bits of labels from values in the plane. */
export const demapPlane: Kernel = {
  name: "channel/points/demap-plane",
  wgsl: new URL("./demap-plane.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pointDistancePart, softSumsPart],
};
