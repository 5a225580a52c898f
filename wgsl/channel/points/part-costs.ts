import { f32, i32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { pointDistancePart } from "./distance.ts";
import { softSumsPart } from "./soft-sums.ts";

/** Costs of the symbols of uses that carry several. */
export const partCosts: Kernel = {
  name: "channel/points/part-costs",
  wgsl: new URL("./part-costs.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pointDistancePart, softSumsPart],
  bindings: [
    ...[i32("received"), i32("points"), u32("label_bits"), f32("soft_scale")],
    ...[u32("exponentials"), i32("logarithms"), i32("costs", "read_write")],
  ],
  constants: ["N", "P", "USES", "BITS", "DIMENSIONS", "FADING"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
