import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { failedFramesPart, failedSlot } from "./failed-frames.ts";
import { noWordPart } from "./no-word.ts";
import { NO_WORD } from "./test-tree.ts";

/** Frames of the round for which a word was found take it as their decision. */
export const adoptWords: Kernel = {
  name: "reprocess/adopt-words",
  wgsl: new URL("./adopt-words.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, failedFramesPart, noWordPart],
  bindings: [
    u32("failed"),
    f32("best_cost"),
    u32("best_word"),
    u32("decision", "read_write"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["N", "ITERATIONS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, ITERATIONS }, range }: TwinCall): void {
    const [failed, bestCost, bestWord, decision, unsatisfied] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE, N);
    for (let frame = range.firstSlot; frame < range.lastSlot; frame++) {
      const slot = failedSlot(failed, frame);
      if (slot === undefined || bestCost[frame] === NO_WORD) continue;
      for (let n = first; n < last; n++) decision[slot * N + n] = bestWord[frame * N + n];
      if (first === 0) unsatisfied[(ITERATIONS - 1) * failed[2] + slot] = 0;
    }
  },
};
