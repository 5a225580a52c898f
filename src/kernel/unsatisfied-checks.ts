import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP, items } from "./range.ts";

/** Which checks the last decisions fail, as counts of edge-weights. Words are the fastest dimension. */
export const unsatisfiedChecks: Kernel = {
  name: "unsatisfied-checks",
  source: new URL("../../wgsl/unsatisfied-checks.wgsl", import.meta.url),
  bindings: [
    u32("check_start"),
    u32("check_variables"),
    u32("check_signs"),
    u32("posteriors"),
    u32("odd", "read_write"),
  ],
  constants: ["N", "CHECKS", "SYNDROME", "FRAMES_FASTEST", "CHECKS_PER_GROUP"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [checkStart, checkVariables, checkSigns, posteriors, odd] = buffers;
    const { framesPerWord } = lanesOf(variant);
    const bits = 32 / framesPerWord;
    const words = Math.ceil(frames / framesPerWord);
    const [first, last] = items(range, constants.CHECKS_PER_GROUP, constants.CHECKS);
    for (let check = first; check < last; check++) {
      for (let word = range.firstSlot * GROUP; word < Math.min(range.lastSlot * GROUP, words); word++) {
        let signs = constants.SYNDROME === 1 ? checkSigns[check * words + word] : 0;
        for (let e = checkStart[check]; e < checkStart[check + 1]; e++) {
          signs ^= posteriors[checkVariables[e] * words + word];
        }
        let counts = 0;
        for (let lane = 0; lane < framesPerWord; lane++) {
          counts |= ((signs >>> ((lane + 1) * bits - 1)) & 1) << (lane * bits);
        }
        odd[check * words + word] = counts;
      }
    }
  },
};
