import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { TILE_VARIABLES, transposedTileBytes, wordIndex, wordIndexPart, wordRange } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { lanesOf } from "./formats/lanes.ts";
import { transposedTilePart } from "./transposed-tile.ts";

/** Hard decisions of the posteriors' signs. */
export const binaryDecide: Kernel = {
  name: "binary/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, transposedTilePart],
  bindings: [u32("symbol"), u32("posteriors"), u32("decision", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: transposedTileBytes,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [symbol, posteriors, decision] = buffers;
    const { interleave } = lanesOf(variant);
    const { N } = constants;
    const words = Math.ceil(frames / interleave);
    const indexOf = wordIndex(constants, words);
    const per = { elementsPerWorkgroup: TILE_VARIABLES };
    const { first, last, firstWord, lastWord } = wordRange(constants, range, N, words, per);
    for (let word = firstWord; word < lastWord; word++) {
      for (let lane = 0; lane < interleave && word * interleave + lane < frames; lane++) {
        const bit = (lane + 1) * (32 / interleave) - 1;
        for (let n = first; n < last; n++) {
          decision[(word * interleave + lane) * N + symbol[n]] = (posteriors[indexOf(word, n, N)] >>> bit) & 1;
        }
      }
    }
  },
};
