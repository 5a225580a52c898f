import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { TILE_VARIABLES, transposedTileBytes, wordIndex, wordIndexPart, wordRange } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { lanesOf } from "./formats/lanes.ts";
import { transposedTilePart } from "./transposed-tile.ts";

/** Channel LLRs in the decoder's number format and order of variables. */
export const packLlr: Kernel = {
  name: "binary/pack-llr",
  wgsl: new URL("./pack-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, wordIndexPart, transposedTilePart],
  bindings: [u32("symbol"), f32("channel_llr"), u32("channel", "read_write"), u32("posteriors", "read_write")],
  constants: ["N", "COPY", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: transposedTileBytes,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [symbol, channelLlr, channel, posteriors] = buffers as [Uint32Array, Float32Array, Uint32Array, Uint32Array];
    const { N, COPY } = constants;
    const lanes = lanesOf(variant);
    const width = lanes.interleave;
    const channelLanes = lanes.view(channel);
    const posteriorLanes = lanes.view(posteriors);
    const words = Math.ceil(frames / width);
    const indexOf = wordIndex(constants, words);
    const per = { elementsPerWorkgroup: TILE_VARIABLES };
    const { first, last, firstWord, lastWord } = wordRange(constants, range, N, words, per);
    for (let word = firstWord; word < lastWord; word++) {
      for (let lane = 0; lane < width; lane++) {
        const frame = word * width + lane;
        for (let n = first; n < last; n++) {
          const llr = frame < frames ? channelLlr[frame * N + symbol[n]] : LLR_BOUND;
          const index = indexOf(word, n, N) * width + lane;
          channelLanes[index] = lanes.encode(lanes.channel(llr, constants));
          if (COPY === 1) posteriorLanes[index] = channelLanes[index];
        }
      }
    }
  },
};
