import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { bitInWord, packedBitsPart, packedBytes, packedWords } from "./packed-bits.ts";

/** Bits that have a word each, or those at some positions, as packed bits. */
export const packBits: Kernel = {
  name: "reconciliation/pack-bits",
  wgsl: new URL("./pack-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  bindings: [u32("position"), u32("block_bits"), u32("bits"), u32("packed", "read_write")],
  constants: ["LENGTH", "WIDTH", "SELECT"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { LENGTH, WIDTH, SELECT }, parameters: { frames }, range }: TwinCall): void {
    const [position, blockBits, bits, packed] = buffers;
    const bytes = packedBytes(LENGTH);
    const frameWords = packedWords(LENGTH);
    const [first, last] = items(range, WORKGROUP_SIZE, frameWords);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let word = slot * frameWords + first; word < slot * frameWords + last; word++) {
        const end = Math.min(4 * word + 4, frames * bytes);
        if (4 * word >= end) break;
        let sum = 0;
        for (let byte = 4 * word; byte < end; byte++) {
          const frame = Math.floor(byte / bytes);
          const from = 8 * (byte % bytes);
          const count = SELECT === 1 ? Math.min(blockBits[frame], LENGTH) : LENGTH;
          for (let i = from; i < Math.min(from + 8, count); i++) {
            const at = SELECT === 1 ? position[i] : i;
            sum |= bits[frame * WIDTH + at] << bitInWord(8 * byte + i - from);
          }
        }
        packed[word] = sum >>> 0;
      }
    }
  },
};
