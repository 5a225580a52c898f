import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP, items } from "./range.ts";

/** Syndromes as sign bits, checks in the decoder's order. */
export const packSyndrome: Kernel = {
  name: "pack-syndrome",
  source: new URL("../../wgsl/pack-syndrome.wgsl", import.meta.url),
  bindings: [u32("row"), u32("syndrome"), u32("check_signs", "read_write")],
  constants: ["CHECKS"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants: { CHECKS }, variant, parameters: { frames }, range }: TwinCall): void {
    const [row, syndrome, checkSigns] = buffers;
    const { framesPerWord } = lanesOf(variant);
    const [first, last] = items(range, GROUP, CHECKS);
    for (let word = range.firstSlot; word < range.lastSlot; word++) {
      for (let check = first; check < last; check++) {
        let odd = 0;
        for (let lane = 0; lane < framesPerWord; lane++) {
          const frame = word * framesPerWord + lane;
          if (frame < frames && syndrome[frame * CHECKS + row[check]] !== 0) {
            odd |= 1 << ((lane + 1) * (32 / framesPerWord) - 1);
          }
        }
        checkSigns[word * CHECKS + check] = odd >>> 0;
      }
    }
  },
};
