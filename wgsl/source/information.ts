import { STREAM_INFORMATION } from "../../src/channel/random/streams.ts";
import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { randomOf } from "../common/random/random.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** Random information symbols of every frame. */
export const source: Kernel = {
  name: "source/information",
  wgsl: new URL("./information.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("information_position"), u32("codeword", "read_write")],
  constants: ["N", "K", "P"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, K, P }, variant, parameters, range }: TwinCall): void {
    const [position, codeword] = buffers;
    const randomWords = randomOf(variant);
    const words = new Uint32Array(4);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const [low, high] = frameWords(parameters, slot);
      for (let x = range.from * WORKGROUP_SIZE; x < range.to * WORKGROUP_SIZE && 4 * x < K; x++) {
        const index = P === 1 ? Math.floor(x / 32) : x;
        randomWords(low, high, index, STREAM_INFORMATION, parameters.key[0], parameters.key[1], words);
        for (let i = 4 * x; i < Math.min(4 * x + 4, K); i++) {
          codeword[slot * N + position[i]] =
            P === 1 ? (words[(i >>> 5) % 4] >>> (i % 32)) & 1 : words[i % 4] >>> (32 - P);
        }
      }
    }
  },
};
