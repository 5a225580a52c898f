import { i32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { pointDistancePart } from "./distance.ts";

/** Costs of the points of each use. */
export const pointCosts: Kernel = {
  name: "channel/points/costs",
  wgsl: new URL("./costs.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pointDistancePart],
  bindings: [i32("received"), i32("points"), u32("label_bits"), i32("costs", "read_write")],
  constants: ["USES", "BITS", "DIMENSIONS", "FADING"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
