import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Symbols from their bits. */
export const osdJoin: Kernel = {
  name: "osd/symbols/join",
  wgsl: new URL("./join.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("bits"), u32("symbols", "read_write")],
  constants: ["LENGTH", "P"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
