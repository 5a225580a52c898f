import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { GROUP, items } from "./range.ts";
import { wordPlace } from "./word-places.ts";

/** Which checks the last decisions fail, as counts of edge-weights. */
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
    const place = wordPlace(constants, words);
    const { N, CHECKS, SYNDROME, CHECKS_PER_GROUP } = constants;
    const [first, last] = items(range, CHECKS_PER_GROUP, CHECKS);
    for (let check = first; check < last; check++) {
      for (let word = range.firstSlot * GROUP; word < Math.min(range.lastSlot * GROUP, words); word++) {
        let signs = SYNDROME === 1 ? checkSigns[place(word, check, CHECKS)] : 0;
        for (let e = checkStart[check]; e < checkStart[check + 1]; e++) {
          signs ^= posteriors[place(word, checkVariables[e], N)];
        }
        let counts = 0;
        for (let lane = 0; lane < framesPerWord; lane++) {
          counts |= ((signs >>> ((lane + 1) * bits - 1)) & 1) << (lane * bits);
        }
        odd[place(word, check, CHECKS)] = counts;
      }
    }
  },
};
