import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart } from "./packed-bits.ts";

/** Packs bits that have a word each, all of them or the bits at some positions. */
export const packBits: Kernel = {
  name: "reconciliation/pack-bits",
  wgsl: new URL("./pack-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  bindings: [u32("position"), u32("block_bits"), u32("bits"), u32("packed", "read_write")],
  constants: ["LENGTH", "WIDTH", "SELECT"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
