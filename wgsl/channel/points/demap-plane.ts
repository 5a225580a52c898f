import { f32, i32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { pointDistancePart } from "./distance.ts";
import { softSumsPart } from "./soft-sums.ts";

/** LLRs of the bits of labels from values in the plane. */
export const demapPlane: Kernel = {
  name: "channel/points/demap-plane",
  wgsl: new URL("./demap-plane.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pointDistancePart, softSumsPart],
  bindings: [
    i32("received"),
    i32("points"),
    u32("label_bits"),
    f32("soft_scale"),
    u32("exponentials"),
    i32("logarithms"),
    i32("soft", "read_write"),
  ],
  constants: ["N", "P", "USES", "BITS", "DIMENSIONS", "FADING", "EXACT"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
