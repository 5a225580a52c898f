import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP, items } from "./range.ts";

/** Hard decisions of the posteriors' signs. */
export const bitDecision: Kernel = {
  name: "bit-decision",
  source: new URL("../../wgsl/bit-decision.wgsl", import.meta.url),
  bindings: [u32("symbol"), u32("posteriors"), u32("decision", "read_write")],
  constants: ["N"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N }, variant, parameters: { frames }, range }: TwinCall): void {
    const [symbol, posteriors, decision] = buffers;
    const { framesPerWord } = lanesOf(variant);
    const [first, last] = items(range, GROUP, N);
    for (let word = range.firstSlot; word < range.lastSlot; word++) {
      for (let lane = 0; lane < framesPerWord && word * framesPerWord + lane < frames; lane++) {
        const bit = (lane + 1) * (32 / framesPerWord) - 1;
        for (let n = first; n < last; n++) {
          decision[(word * framesPerWord + lane) * N + symbol[n]] = (posteriors[word * N + n] >>> bit) & 1;
        }
      }
    }
  },
};
