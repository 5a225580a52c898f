import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { BIT_FRAMES, laneSignsPart, sentBit } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndex, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { lanesOf } from "./formats/lanes.ts";

/** The syndromes of the words that are sent, as sign bits of the decoder's words. */
export const sentSyndrome: Kernel = {
  name: "binary/sent-syndrome",
  wgsl: new URL("./sent-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, laneSignsPart],
  bindings: [u32("row"), u32("row_start"), u32("columns"), u32("codeword"), u32("check_signs", "read_write")],
  constants: ["N", "CHECKS", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [row, rowStart, columns, codeword, checkSigns] = buffers;
    const { N, CHECKS } = constants;
    const { interleave } = lanesOf(variant);
    const indexOf = wordIndex(constants, Math.ceil(frames / interleave));
    const [first, last] = items(range, WORKGROUP_SIZE, CHECKS);
    const lastWord = Math.ceil(Math.min(range.lastSlot * BIT_FRAMES, frames) / interleave);
    for (let word = (range.firstSlot * BIT_FRAMES) / interleave; word < lastWord; word++) {
      for (let check = first; check < last; check++) {
        let signs = 0;
        for (let lane = 0; lane < interleave && word * interleave + lane < frames; lane++) {
          let odd = 0;
          for (let e = rowStart[row[check]]; e < rowStart[row[check] + 1]; e++) {
            odd ^= sentBit(codeword, N, word * interleave + lane, columns[e]);
          }
          signs |= odd << ((lane + 1) * (BIT_FRAMES / interleave) - 1);
        }
        checkSigns[indexOf(word, check, CHECKS)] = signs >>> 0;
      }
    }
  },
};
