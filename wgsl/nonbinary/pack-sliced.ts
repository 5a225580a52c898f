import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { steps } from "../binary/formats/int8.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { messageOf, SLICED_SUM_CONSTANTS, SlicedVectors, slicedPart, slicedWorkgroupFrames } from "./formats/sliced.ts";
import { slicedSumsPart } from "./formats/sliced-sums.ts";

/** Channel LLRs in steps, bit-sliced, and as the first messages to the checks. */
export const packSliced: Kernel = {
  name: "nonbinary/pack-sliced",
  wgsl: new URL("./pack-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slicedSumsPart],
  bindings: [
    f32("channel_llr"),
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: ["Q", "N", "REFILLS", "CHANNEL_BITS", "STEPS_PER_LLR_BITS", ...SLICED_SUM_CONSTANTS],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
    const { Q, N, REFILLS, BITS, CHANNEL_BITS } = constants;
    const [llr, start, edges, products, channelWords, variableWords] = buffers as [Float32Array, ...Uint32Array[]];
    const channel = new SlicedVectors(channelWords, CHANNEL_BITS, Q, frames);
    const messages = new SlicedVectors(variableWords, BITS, Q, frames);
    const size = slicedWorkgroupFrames(Q);
    for (let frame = range.firstSlot * size; frame < Math.min(range.lastSlot * size, frames); frame++) {
      for (let n = range.from; n < range.to; n++) {
        for (let a = 0; a < Q; a++) {
          const value = steps(llr[(frame * N + n) * Q + a], constants, 2 ** CHANNEL_BITS - 1);
          channel.set(n, a, frame, value);
          for (let k = start[n]; k < start[n + 1] && REFILLS === 1; k++) {
            messages.set(edges[2 * k], products[edges[2 * k + 1] * Q + a], frame, messageOf(value, constants));
          }
        }
      }
    }
  },
};
