import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** The bits of symbols. */
export const osdSplit: Kernel = {
  name: "osd/symbols/split",
  wgsl: new URL("./split.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("symbols"), u32("bits", "read_write")],
  constants: ["LENGTH", "P"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
