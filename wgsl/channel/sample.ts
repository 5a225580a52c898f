import { aliasSample } from "../../src/channel/alias-table.ts";
import { NOISE_ORIGIN } from "../../src/channel/discrete-channel.ts";
import { STREAM_NOISE } from "../../src/channel/random/streams.ts";
import { i32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { randomOf } from "../common/random/random.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { aliasSamplePart } from "./alias-sample.ts";
import { simdSample } from "./simd/sample.ts";

/** BPSK over a symmetric discrete channel: the output for +1 is drawn, and mirrored where −1 was sent. */
export const sample: Kernel = {
  name: "channel/sample",
  wgsl: new URL("./sample.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, aliasSamplePart],
  bindings: [u32("noise"), u32("codeword"), i32("received", "read_write")],
  constants: ["N", "P"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, P }, variant, parameters, range }: TwinCall): void {
    const [noise, codeword, received] = buffers as [Uint32Array, Uint32Array, Int32Array];
    const bits = N * P;
    const randomWords = randomOf(variant);
    const words = new Uint32Array(4);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      const [low, high] = frameWords(parameters, slot);
      for (let x = range.from * WORKGROUP_SIZE; x < range.to * WORKGROUP_SIZE && 4 * x < bits; x++) {
        randomWords(low, high, x, STREAM_NOISE, parameters.key[0], parameters.key[1], words);
        for (let bit = 4 * x; bit < Math.min(4 * x + 4, bits); bit++) {
          const sent = (codeword[slot * N + Math.floor(bit / P)] >>> (bit % P)) & 1;
          const output = parameters.amplitude + aliasSample(noise, words[bit & 3]) - NOISE_ORIGIN;
          received[slot * bits + bit] = sent === 1 ? -output : output;
        }
      }
    }
  },
  simd: simdSample,
};
