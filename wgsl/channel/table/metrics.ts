import { i32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** The receiver's metrics of the outputs of a channel of tables. */
export const tableMetrics: Kernel = {
  name: "channel/table/metrics",
  wgsl: new URL("./metrics.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("outputs"), i32("metrics"), i32("received", "read_write")],
  constants: ["USES", "WIDTH"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
