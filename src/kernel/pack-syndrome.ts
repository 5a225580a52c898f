import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP } from "./range.ts";
import { TURNED_VARIABLES, turnedTileBytes, wordItems, wordPlace } from "./word-places.ts";

/** Syndromes as sign bits, checks in the decoder's order. */
export const packSyndrome: Kernel = {
  name: "pack-syndrome",
  source: new URL("../../wgsl/pack-syndrome.wgsl", import.meta.url),
  bindings: [u32("row"), u32("syndrome"), u32("check_signs", "read_write")],
  constants: ["CHECKS", "FRAMES_FASTEST"],
  workgroupSize: () => GROUP,
  workgroupBytes: turnedTileBytes,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [row, syndrome, checkSigns] = buffers;
    const { framesPerWord } = lanesOf(variant);
    const { CHECKS } = constants;
    const words = Math.ceil(frames / framesPerWord);
    const place = wordPlace(constants, words);
    const per = { elementsPerGroup: TURNED_VARIABLES };
    const { first, last, firstWord, lastWord } = wordItems(constants, range, CHECKS, words, per);
    for (let word = firstWord; word < lastWord; word++) {
      for (let check = first; check < last; check++) {
        let odd = 0;
        for (let lane = 0; lane < framesPerWord; lane++) {
          const frame = word * framesPerWord + lane;
          if (frame < frames && syndrome[frame * CHECKS + row[check]] !== 0) {
            odd |= 1 << ((lane + 1) * (32 / framesPerWord) - 1);
          }
        }
        checkSigns[place(word, check, CHECKS)] = odd >>> 0;
      }
    }
  },
};
