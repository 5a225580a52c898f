import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { PUNCTURED, SENT } from "../channel/bit-llr.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBit, packedBitsPart, packedBytes } from "./packed-bits.ts";

/** Alice's words of blocks of sifted bits. */
export const blockWord: Kernel = {
  name: "reconciliation/block-word",
  wgsl: new URL("./block-word.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart],
  bindings: [
    u32("position_use"),
    u32("block_bits"),
    u32("sifted_bits"),
    u32("private_bits"),
    u32("codeword", "read_write"),
  ],
  constants: ["N", "KEY_BITS", "PRIVATE_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, KEY_BITS, PRIVATE_BITS }, range }: TwinCall): void {
    const [positionUse, blockBits, siftedBits, privateBits, codeword] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const sifted = slot * 8 * packedBytes(KEY_BITS);
      const hidden = slot * 8 * packedBytes(PRIVATE_BITS);
      for (let n = first; n < last; n++) {
        const state = positionUse[2 * n];
        const index = positionUse[2 * n + 1];
        let bit = 0;
        if (state === SENT && index < blockBits[slot]) bit = packedBit(siftedBits, sifted + index);
        else if (state === PUNCTURED) bit = packedBit(privateBits, hidden + index);
        codeword[slot * N + n] = bit;
      }
    }
  },
};
