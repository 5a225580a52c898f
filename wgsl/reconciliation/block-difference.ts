import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBitsPart, packedBytes } from "./packed-bits.ts";

/** In how many bits two packed blocks differ. */
export const blockDifference: Kernel = {
  name: "reconciliation/block-difference",
  wgsl: new URL("./block-difference.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  bindings: [u32("sifted_bits"), u32("corrected_bits"), u32("difference", "read_write")],
  constants: ["KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4,
  run({ buffers: [siftedBits, correctedBits, difference], constants: { KEY_BITS }, range }: TwinCall): void {
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const start = slot * packedBytes(KEY_BITS);
      let count = 0;
      for (let byte = start; byte < start + packedBytes(KEY_BITS); byte++) {
        const differing = siftedBits[byte >> 2] ^ correctedBits[byte >> 2];
        count += ones((differing >>> (8 * (byte & 3))) & 0xff);
      }
      difference[slot] = count;
    }
  },
};

/** Ones of a byte. */
function ones(byte: number): number {
  const pairs = byte - ((byte >> 1) & 0x55);
  const fours = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  return (fours + (fours >> 4)) & 15;
}
