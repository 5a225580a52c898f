import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { laneBitsPart } from "../common/lane-bits.ts";
import { prefixSumsPart } from "../common/prefix-sums.ts";
import { runPart } from "../common/run.ts";
import { ACTIVE_COUNTS } from "./active-words.ts";
import { lanesOf } from "./formats/lanes.ts";

/** The words of frames that the next iteration works on. */
export const compactWords: Kernel = {
  name: "binary/compact",
  wgsl: new URL("./compact.wgsl", import.meta.url),
  imports: [runPart, laneBitsPart, prefixSumsPart],
  bindings: [u32("unsatisfied"), u32("active_words", "read_write")],
  constants: [],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1),
  run({ buffers, variant, parameters: { frames }, iteration, range }: TwinCall): void {
    const [unsatisfied, activeWords] = buffers;
    const { interleave } = lanesOf(variant);
    const words = Math.ceil(frames / interleave);
    const bits = 32 / interleave;
    const next = (iteration + 1) & 1;
    for (let word = range.firstSlot * WORKGROUP_SIZE; word < Math.min(range.lastSlot * WORKGROUP_SIZE, words); word++) {
      let done = 0;
      for (let lane = 0; lane < interleave; lane++) {
        const frame = word * interleave + lane;
        if (frame < frames && unsatisfied[iteration * frames + frame] !== 0) continue;
        done |= (0xffffffff >>> (32 - bits)) << (lane * bits);
      }
      if (done === -1) continue;
      activeWords[ACTIVE_COUNTS + 2 * activeWords[next]] = word;
      activeWords[ACTIVE_COUNTS + 2 * activeWords[next] + 1] = done;
      activeWords[next]++;
    }
    if (range.firstSlot === 0) activeWords[iteration & 1] = 0;
  },
};
