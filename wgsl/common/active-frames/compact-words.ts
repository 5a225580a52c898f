import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { prefixSumsPart } from "../prefix-sums.ts";
import { runPart } from "../run.ts";
import { doneLanesPart, satisfiedLanes } from "./done-lanes.ts";
import { ACTIVE, counterAt, LIST_HEAD, listPart } from "./list.ts";

/** Compaction of words that keep their places: lists the words for the next iteration. */
export const compactWords: Kernel = {
  name: "common/active-frames/compact-words",
  wgsl: new URL("./compact-words.wgsl", import.meta.url),
  imports: [runPart, prefixSumsPart, listPart, doneLanesPart],
  bindings: [u32("progress"), u32("active_list", "read_write")],
  constants: ["STOP", "INTERLEAVE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1),
  run({ buffers, constants: { INTERLEAVE }, parameters: { frames }, iteration, range }: TwinCall): void {
    const [unsatisfied, list] = buffers;
    const words = Math.ceil(frames / INTERLEAVE);
    const next = counterAt(ACTIVE, iteration + 1);
    for (let word = range.firstSlot * WORKGROUP_SIZE; word < Math.min(range.lastSlot * WORKGROUP_SIZE, words); word++) {
      const done = satisfiedLanes(unsatisfied, INTERLEAVE, iteration, frames, word);
      if (done === 0xffffffff) continue;
      const at = LIST_HEAD + 2 * list[next]++;
      list[at] = word;
      list[at + 1] = done;
    }
    if (range.firstSlot === 0) list[counterAt(ACTIVE, iteration)] = 0;
  },
};
