import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** LLR vectors from received symbols of the q-ary symmetric and the q-ary erasure channel. */
export const receivedLlr: Kernel = {
  name: "channel/received-llr",
  wgsl: new URL("./received-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("received"), f32("channel_llr", "read_write")],
  constants: ["Q", "N"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
