import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { BIT_FRAMES } from "../../common/lane-signs.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Words of 32 frames that an invocation encodes: a vec4u of the kernel. */
export const WORDS_ENCODED = 4;

/** Parity bits of a systematic binary code, a word for 32 frames. */
export const encodeBits: Kernel = {
  name: "source/encoding/encode-bits",
  wgsl: new URL("./encode-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("information_position"), u32("parity_position"), u32("generator"), u32("codeword", "read_write")],
  constants: ["N", "K", "RANK", "WORDS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 2048,
  run({ buffers, constants: { N, K, RANK }, parameters: { frames }, range }: TwinCall): void {
    const [informationPosition, parityPosition, generator, codeword] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, RANK);
    const lastWord = Math.min(WORDS_ENCODED * range.lastSlot, Math.ceil(frames / BIT_FRAMES));
    for (let word = WORDS_ENCODED * range.firstSlot; word < lastWord; word++) {
      for (let j = first; j < last; j++) {
        let sum = 0;
        for (let i = 0; i < K; i++) {
          if (((generator[(i >>> 5) * RANK + j] >>> (i % 32)) & 1) === 1)
            sum ^= codeword[word * N + informationPosition[i]];
        }
        codeword[word * N + parityPosition[j]] = sum;
      }
    }
  },
};
