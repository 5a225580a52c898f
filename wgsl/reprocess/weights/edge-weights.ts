import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { lanesOf } from "../../binary/formats/lanes.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndex, wordIndexPart } from "../../common/word-index.ts";

/** Weight of every symbol: the sum of the counts of its edges. */
export const edgeWeights: Kernel = {
  name: "reprocess/weights/edge-weights",
  wgsl: new URL("./edge-weights.wgsl", import.meta.url),
  imports: [runPart, laneBitsPart, wordIndexPart],
  bindings: [u32("symbol_start"), u32("symbol_edges"), u32("counts"), u32("weights", "read_write")],
  constants: ["N", "COUNTS_AT", "COUNTS", "SYMBOLS_PER_WORKGROUP", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [symbolStart, symbolEdges, counts, weights] = buffers;
    const { N, COUNTS_AT, COUNTS, SYMBOLS_PER_WORKGROUP } = constants;
    const { interleave } = lanesOf(variant);
    const bits = 32 / interleave;
    const mask = 0x7fffffff >>> (32 - bits);
    const words = Math.ceil(frames / interleave);
    const indexOf = wordIndex(constants, words);
    const [first, last] = items(range, SYMBOLS_PER_WORKGROUP, N);
    for (let n = first; n < last; n++) {
      for (
        let word = range.firstSlot * WORKGROUP_SIZE;
        word < Math.min(range.lastSlot * WORKGROUP_SIZE, words);
        word++
      ) {
        for (let lane = 0; lane < interleave && word * interleave + lane < frames; lane++) {
          let sum = 0;
          for (let e = symbolStart[n]; e < symbolStart[n + 1]; e++) {
            sum += (counts[indexOf(word, COUNTS_AT + symbolEdges[e], COUNTS)] >>> (lane * bits)) & mask;
          }
          weights[n * frames + word * interleave + lane] = sum;
        }
      }
    }
  },
};
