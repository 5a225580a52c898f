import { STREAM_INFORMATION } from "../../src/channel/random/streams.ts";
import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords } from "../../src/gpu/workgroup.ts";
import { BIT_FRAMES } from "../common/lane-signs.ts";
import { randomOf } from "../common/random/random.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { simdInformationBits } from "./simd/information-bits.ts";

const INVOCATIONS = 128;

/** Information bits of a workgroup: each invocation draws 128 bits of one of 32 frames. */
export const BITS_TOGETHER = 128 * (INVOCATIONS / BIT_FRAMES);

/** Random information bits, a word for 32 frames. */
export const informationBits: Kernel = {
  name: "source/information-bits",
  wgsl: new URL("./information-bits.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("information_position"), u32("codeword", "read_write")],
  constants: ["N", "K"],
  workgroupSize: () => INVOCATIONS,
  workgroupBytes: () => 4 * BITS_TOGETHER,
  run: twin,
  simd: simdInformationBits(twin),
};

function twin({ buffers, constants: { N, K }, variant, parameters, range }: TwinCall): void {
  const [position, codeword] = buffers;
  const randomWords = randomOf(variant);
  const words = new Uint32Array(4);
  const first = range.from * BITS_TOGETHER;
  const last = Math.min(range.to * BITS_TOGETHER, K);
  for (let word = range.firstSlot; word < range.lastSlot; word++) {
    for (let i = first; i < last; i++) codeword[word * N + position[i]] = 0;
    for (let frame = 0; frame < BIT_FRAMES; frame++) {
      const [low, high] = frameWords(parameters, word * BIT_FRAMES + frame);
      for (let i = first; i < last; i++) {
        if (i % 128 === 0)
          randomWords(low, high, i / 128, STREAM_INFORMATION, parameters.key[0], parameters.key[1], words);
        codeword[word * N + position[i]] |= ((words[(i % 128) >>> 5] >>> (i % 32)) & 1) << frame;
      }
    }
  }
}
