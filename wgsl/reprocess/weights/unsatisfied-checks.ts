import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { lanesOf } from "../../binary/formats/lanes.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndex, wordIndexPart } from "../../common/word-index.ts";

/** Which checks the last decisions fail, as counts of edge-weights. */
export const unsatisfiedChecks: Kernel = {
  name: "reprocess/weights/unsatisfied-checks",
  wgsl: new URL("./unsatisfied-checks.wgsl", import.meta.url),
  imports: [runPart, laneBitsPart, wordIndexPart],
  bindings: [
    u32("check_start"),
    u32("check_variables"),
    u32("check_signs"),
    u32("posteriors"),
    u32("odd", "read_write"),
  ],
  constants: ["N", "CHECKS", "SYNDROME", "FRAME_INTERLEAVED", "CHECKS_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [checkStart, checkVariables, checkSigns, posteriors, odd] = buffers;
    const { interleave } = lanesOf(variant);
    const bits = 32 / interleave;
    const words = Math.ceil(frames / interleave);
    const indexOf = wordIndex(constants, words);
    const { N, CHECKS, SYNDROME, CHECKS_PER_WORKGROUP } = constants;
    const [first, last] = items(range, CHECKS_PER_WORKGROUP, CHECKS);
    for (let check = first; check < last; check++) {
      for (
        let word = range.firstSlot * WORKGROUP_SIZE;
        word < Math.min(range.lastSlot * WORKGROUP_SIZE, words);
        word++
      ) {
        let signs = SYNDROME === 1 ? checkSigns[indexOf(word, check, CHECKS)] : 0;
        for (let e = checkStart[check]; e < checkStart[check + 1]; e++) {
          signs ^= posteriors[indexOf(word, checkVariables[e], N)];
        }
        let counts = 0;
        for (let lane = 0; lane < interleave; lane++) {
          counts |= ((signs >>> ((lane + 1) * bits - 1)) & 1) << (lane * bits);
        }
        odd[indexOf(word, check, CHECKS)] = counts;
      }
    }
  },
};
