import { aliasSample } from "../../src/channel/alias-table.ts";
import { STREAM_NOISE } from "../../src/channel/random/streams.ts";
import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { randomOf } from "../common/random/random.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { aliasSamplePart } from "./alias-sample.ts";

/** Symbols over a channel that adds an error symbol: the q-ary symmetric channel. */
export const sampleSymbol: Kernel = {
  name: "channel/sample-symbol",
  wgsl: new URL("./sample-symbol.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, aliasSamplePart],
  bindings: [u32("noise"), u32("codeword"), u32("received", "read_write")],
  constants: ["N"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N }, variant, parameters, range }: TwinCall): void {
    const [noise, codeword, received] = buffers as Uint32Array[];
    const randomWords = randomOf(variant);
    const words = new Uint32Array(4);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const [low, high] = frameWords(parameters, slot);
      for (let x = range.from * WORKGROUP_SIZE; x < range.to * WORKGROUP_SIZE && 4 * x < N; x++) {
        randomWords(low, high, x, STREAM_NOISE, parameters.key[0], parameters.key[1], words);
        for (let j = 0; j < Math.min(4, N - 4 * x); j++) {
          const index = slot * N + 4 * x + j;
          received[index] = codeword[index] ^ aliasSample(noise, words[j]);
        }
      }
    }
  },
};
