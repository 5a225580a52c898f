import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { OPEN_COUNTS } from "./open-words.ts";
import { GROUP } from "./range.ts";

/** The words of frames that the next iteration works on. */
export const listWords: Kernel = {
  name: "list-words",
  source: new URL("../../wgsl/list-words.wgsl", import.meta.url),
  bindings: [u32("unsatisfied"), u32("open_words", "read_write")],
  constants: [],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 4 * (GROUP + 1),
  run({ buffers, variant, parameters: { frames }, iteration, range }: TwinCall): void {
    const [unsatisfied, open] = buffers;
    const { framesPerWord } = lanesOf(variant);
    const words = Math.ceil(frames / framesPerWord);
    const bits = 32 / framesPerWord;
    const next = (iteration + 1) & 1;
    for (let word = range.firstSlot * GROUP; word < Math.min(range.lastSlot * GROUP, words); word++) {
      let done = 0;
      for (let lane = 0; lane < framesPerWord; lane++) {
        const frame = word * framesPerWord + lane;
        if (frame < frames && unsatisfied[iteration * frames + frame] !== 0) continue;
        done |= (0xffffffff >>> (32 - bits)) << (lane * bits);
      }
      if (done === -1) continue;
      open[OPEN_COUNTS + 2 * open[next]] = word;
      open[OPEN_COUNTS + 2 * open[next] + 1] = done;
      open[next]++;
    }
    if (range.firstSlot === 0) open[iteration & 1] = 0;
  },
};
