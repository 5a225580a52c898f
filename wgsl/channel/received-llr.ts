import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** LLR vectors from received symbols of the q-ary symmetric and the q-ary erasure channel. */
export const receivedLlr: Kernel = {
  name: "channel/received-llr",
  wgsl: new URL("./received-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
