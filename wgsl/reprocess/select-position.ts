import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { NO_POSITION, stageAt, testTree, testTreePart } from "./test-tree.ts";

/** Tests of one workgroup. */
export const SELECTED_TESTS = 16;

/** The position that the children of each test saturate. */
export const selectPosition: Kernel = {
  name: "reprocess/select-position",
  wgsl: new URL("./select-position.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, testTreePart],
  bindings: [
    u32("failed"),
    f32("channel_llr"),
    u32("test_unsatisfied"),
    u32("weights"),
    u32("positions", "read_write"),
  ],
  constants: ["N", "ITERATIONS", "ROUND_FRAMES"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 12 * WIDE_WORKGROUP_SIZE,
  run({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
    const [failed, channelLlr, testUnsatisfied, weights, positions] = buffers;
    const { N, ITERATIONS, ROUND_FRAMES } = constants;
    const { stage, slot, pathPosition } = testTree(failed, positions, ROUND_FRAMES, frames);
    const last = Math.min(range.lastSlot * SELECTED_TESTS, frames);
    for (let test = range.firstSlot * SELECTED_TESTS; test < last; test++) {
      positions[stageAt(ROUND_FRAMES, stage) + test] = choice(test);
    }

    function choice(test: number): number {
      const frame = slot(test);
      if (frame === undefined || testUnsatisfied[(ITERATIONS - 1) * frames + test] === 0) return NO_POSITION;
      const path = Array.from({ length: stage }, (_, k) => pathPosition(test, k));
      let best = NO_POSITION;
      let most = 0;
      let least = LLR_BOUND;
      for (let n = 0; n < N; n++) {
        const weight = weights[n * frames + test];
        if (weight < most) continue;
        const llr = Math.abs(channelLlr[frame * N + n]);
        if (llr >= (weight > most ? LLR_BOUND : least) || path.includes(n)) continue;
        [best, most, least] = [n, weight, llr];
      }
      return best;
    }
  },
};
