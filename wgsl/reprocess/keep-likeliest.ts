import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { noWordPart } from "./no-word.ts";
import { NO_WORD, testTree, testTreePart } from "./test-tree.ts";

/** Of each frame of a round the likeliest word so far. */
export const keepLikeliest: Kernel = {
  name: "reprocess/keep-likeliest",
  wgsl: new URL("./keep-likeliest.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, testTreePart, noWordPart],
  bindings: [
    u32("failed"),
    u32("positions"),
    f32("costs"),
    u32("test_decision"),
    f32("best_cost", "read_write"),
    u32("best_word", "read_write"),
    u32("tests", "read_write"),
  ],
  constants: ["N", "ROUND_FRAMES"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 12 * WORKGROUP_SIZE,
  run({ buffers, constants: { N, ROUND_FRAMES }, parameters, range }: TwinCall): void {
    const [failed, positions, costs, testDecision, bestCost, bestWord, tests] = buffers;
    const { stage, slot } = testTree(failed, positions, ROUND_FRAMES, parameters.frames);
    for (let frame = range.firstSlot; frame < range.lastSlot; frame++) {
      if (stage === 0) bestCost[frame] = NO_WORD;
      for (let test = frame * 2 ** stage; test < (frame + 1) * 2 ** stage; test++) {
        const frameSlot = slot(test);
        if (frameSlot !== undefined && stage > 0) tests[frameSlot]++;
        if (costs[test] >= bestCost[frame]) continue;
        bestCost[frame] = costs[test];
        for (let n = 0; n < N; n++) bestWord[frame * N + n] = testDecision[test * N + n];
      }
    }
  },
};
