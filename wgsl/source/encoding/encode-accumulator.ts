import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Parity bits of an accumulator code, DVB-S2's. */
export const encodeAccumulator: Kernel = {
  name: "source/encoding/encode-accumulator",
  wgsl: new URL("./encode-accumulator.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("parity_sums"), u32("codeword", "read_write")],
  constants: ["N", "M", "LIFTING_SIZE", "INTERLEAVE"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WIDE_WORKGROUP_SIZE,
  run({ buffers: [paritySums, codeword], constants: { N, M, LIFTING_SIZE }, range }: TwinCall): void {
    const blockRows = M / LIFTING_SIZE;
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      let at = (slot + 1) * N - M;
      let bit = 0;
      for (let t = 0; t < LIFTING_SIZE; t++) {
        for (let r = 0; r < blockRows; r++) {
          bit ^= paritySums[slot * M + r * LIFTING_SIZE + t];
          codeword[at++] = bit;
        }
      }
    }
  },
};
