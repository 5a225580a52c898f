import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { TILE_VARIABLES, transposedTileBytes, wordIndex, wordIndexPart, wordRange } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { lanesOf } from "./formats/lanes.ts";
import { transposedTilePart } from "./transposed-tile.ts";

/** Syndromes as sign bits, checks in the decoder's order. */
export const packSyndrome: Kernel = {
  name: "binary/pack-syndrome",
  wgsl: new URL("./pack-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, transposedTilePart],
  bindings: [u32("row"), u32("syndrome"), u32("check_signs", "read_write")],
  constants: ["CHECKS", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: transposedTileBytes,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [row, syndrome, checkSigns] = buffers;
    const { interleave } = lanesOf(variant);
    const { CHECKS } = constants;
    const words = Math.ceil(frames / interleave);
    const indexOf = wordIndex(constants, words);
    const per = { elementsPerWorkgroup: TILE_VARIABLES };
    const { first, last, firstWord, lastWord } = wordRange(constants, range, CHECKS, words, per);
    for (let word = firstWord; word < lastWord; word++) {
      for (let check = first; check < last; check++) {
        let odd = 0;
        for (let lane = 0; lane < interleave; lane++) {
          const frame = word * interleave + lane;
          if (frame < frames && syndrome[frame * CHECKS + row[check]] !== 0) {
            odd |= 1 << ((lane + 1) * (32 / interleave) - 1);
          }
        }
        checkSigns[indexOf(word, check, CHECKS)] = odd >>> 0;
      }
    }
  },
};
