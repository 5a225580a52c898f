import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { pointDistancePart } from "./distance.ts";

/** Costs of the points of each use. */
export const pointCosts: Kernel = {
  name: "channel/points/costs",
  wgsl: new URL("./costs.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pointDistancePart],
};
