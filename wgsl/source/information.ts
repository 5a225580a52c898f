import { philox, STREAM_INFORMATION } from "../../src/channel/philox.ts";
import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { philoxPart } from "../common/philox.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** Random information symbols of every frame. */
export const source: Kernel = {
  name: "source/information",
  wgsl: new URL("./information.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, philoxPart],
  bindings: [u32("information_position"), u32("codeword", "read_write")],
  constants: ["N", "K", "P"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, K, P }, parameters, range }: TwinCall): void {
    const [position, codeword] = buffers;
    const words = new Uint32Array(4);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const [low, high] = frameWords(parameters, slot);
      for (let x = range.from * WORKGROUP_SIZE; x < range.to * WORKGROUP_SIZE && 4 * x < K; x++) {
        philox(low, high, x, STREAM_INFORMATION, parameters.key[0], parameters.key[1], words);
        for (let j = 0; j < Math.min(4, K - 4 * x); j++)
          codeword[slot * N + position[4 * x + j]] = words[j] >>> (32 - P);
      }
    }
  },
};
