import { i32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** LLRs of the bits of labels from values on one axis. */
export const demapAxis: Kernel = {
  name: "channel/points/demap-axis",
  wgsl: new URL("./demap-axis.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [i32("received"), u32("label_bits"), i32("soft_table"), i32("soft", "read_write")],
  constants: ["N", "P", "USES", "BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
