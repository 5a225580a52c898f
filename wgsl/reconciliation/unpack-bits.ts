import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBit, packedBitsPart, packedBytes } from "./packed-bits.ts";

/** Packed bits as a word each. */
export const unpackBits: Kernel = {
  name: "reconciliation/unpack-bits",
  wgsl: new URL("./unpack-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  bindings: [u32("packed"), u32("bits", "read_write")],
  constants: ["LENGTH"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers: [packed, bits], constants: { LENGTH }, range }: TwinCall): void {
    const [first, last] = items(range, WORKGROUP_SIZE, LENGTH);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const start = slot * 8 * packedBytes(LENGTH);
      for (let i = first; i < last; i++) bits[slot * LENGTH + i] = packedBit(packed, start + i);
    }
  },
};
