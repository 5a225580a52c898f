import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { noWordPart } from "./no-word.ts";
import { NO_WORD, testTree, testTreePart } from "./test-tree.ts";

/** How unlikely the words are that tests converged to. */
export const judgeTests: Kernel = {
  name: "reprocess/judge-tests",
  wgsl: new URL("./judge-tests.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, testTreePart, noWordPart],
  bindings: [
    u32("failed"),
    u32("positions"),
    f32("channel_llr"),
    u32("test_unsatisfied"),
    u32("test_decision"),
    f32("costs", "read_write"),
  ],
  constants: ["N", "ITERATIONS", "ROUND_FRAMES"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4 * WORKGROUP_SIZE,
  run({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
    const [failed, positions, channelLlr, testUnsatisfied, testDecision, costs] = buffers;
    const { N, ITERATIONS, ROUND_FRAMES } = constants;
    const tree = testTree(failed, positions, ROUND_FRAMES, frames);
    const sums = new Float32Array(WORKGROUP_SIZE);
    for (let test = range.firstSlot; test < range.lastSlot; test++) {
      const slot = tree.slot(test);
      if (slot === undefined || testUnsatisfied[(ITERATIONS - 1) * frames + test] !== 0) {
        costs[test] = NO_WORD;
        continue;
      }
      sums.fill(0);
      for (let n = 0; n < N; n++) {
        const llr = channelLlr[slot * N + n];
        if ((llr < 0 ? 1 : 0) !== testDecision[test * N + n]) sums[n % WORKGROUP_SIZE] += Math.abs(llr);
      }
      for (let half = WORKGROUP_SIZE / 2; half >= 1; half /= 2) {
        for (let item = 0; item < half; item++) sums[item] += sums[item + half];
      }
      costs[test] = sums[0];
    }
  },
};
