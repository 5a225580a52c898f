import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** Random information symbols of every frame. */
export const source: Kernel = {
  name: "source/information",
  wgsl: new URL("./information.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("information_position"), u32("codeword", "read_write")],
  constants: ["N", "K", "P"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
