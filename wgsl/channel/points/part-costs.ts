import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { pointDistancePart } from "./distance.ts";
import { softSumsPart } from "./soft-sums.ts";

/** Costs of the symbols of uses that carry several. */
export const partCosts: Kernel = {
  name: "channel/points/part-costs",
  wgsl: new URL("./part-costs.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pointDistancePart, softSumsPart],
};
