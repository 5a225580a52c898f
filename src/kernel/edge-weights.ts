import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP, items } from "./range.ts";
import { wordPlace } from "./word-places.ts";

/** Weight of every symbol: the sum of the counts of its edges. */
export const edgeWeights: Kernel = {
  name: "edge-weights",
  source: new URL("../../wgsl/edge-weights.wgsl", import.meta.url),
  bindings: [u32("symbol_start"), u32("symbol_edges"), u32("counts"), u32("weights", "read_write")],
  constants: ["N", "COUNTS_AT", "COUNTS", "SYMBOLS_PER_GROUP", "FRAMES_FASTEST"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [symbolStart, symbolEdges, counts, weights] = buffers;
    const { N, COUNTS_AT, COUNTS, SYMBOLS_PER_GROUP } = constants;
    const { framesPerWord } = lanesOf(variant);
    const bits = 32 / framesPerWord;
    const mask = 0x7fffffff >>> (32 - bits);
    const words = Math.ceil(frames / framesPerWord);
    const place = wordPlace(constants, words);
    const [first, last] = items(range, SYMBOLS_PER_GROUP, N);
    for (let n = first; n < last; n++) {
      for (let word = range.firstSlot * GROUP; word < Math.min(range.lastSlot * GROUP, words); word++) {
        for (let lane = 0; lane < framesPerWord && word * framesPerWord + lane < frames; lane++) {
          let sum = 0;
          for (let e = symbolStart[n]; e < symbolStart[n + 1]; e++) {
            sum += (counts[place(word, COUNTS_AT + symbolEdges[e], COUNTS)] >>> (lane * bits)) & mask;
          }
          weights[n * frames + word * framesPerWord + lane] = sum;
        }
      }
    }
  },
};
