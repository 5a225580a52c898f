import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { PUNCTURED, SENT } from "../channel/bit-llr.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { packedBit, packedBitsPart, packedBytes } from "./packed-bits.ts";

/** Channel LLRs of Bob's blocks of sifted bits. */
export const blockLlr: Kernel = {
  name: "reconciliation/block-llr",
  wgsl: new URL("./block-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, packedBitsPart],
  bindings: [u32("position_use"), u32("block_bits"), u32("sifted_bits"), f32("channel_llr", "read_write")],
  constants: ["N", "KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, KEY_BITS }, parameters: { llrScale }, range }: TwinCall): void {
    const [positionUse, blockBits, siftedBits, channelLlr] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const sifted = slot * 8 * packedBytes(KEY_BITS);
      for (let n = first; n < last; n++) {
        const state = positionUse[2 * n];
        const index = positionUse[2 * n + 1];
        let llr = LLR_BOUND;
        if (state === SENT && index < blockBits[slot]) {
          llr = packedBit(siftedBits, sifted + index) === 1 ? -llrScale : llrScale;
        } else if (state === PUNCTURED) llr = 0;
        channelLlr[slot * N + n] = llr;
      }
    }
  },
};
