import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameRange, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { prefixSumsPart } from "../common/prefix-sums.ts";
import { runPart } from "../common/run.ts";
import { FAILED_HEAD } from "./failed-frames.ts";

/** The frames that wait to be reprocessed. */
export const listFailed: Kernel = {
  name: "reprocess/list-failed",
  wgsl: new URL("./list-failed.wgsl", import.meta.url),
  imports: [runPart, prefixSumsPart],
  bindings: [u32("unsatisfied"), u32("failed", "read_write")],
  constants: ["ITERATIONS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1),
  run({ buffers, constants: { ITERATIONS }, parameters: { frames }, range }: TwinCall): void {
    const [unsatisfied, failed] = buffers;
    const [first, last] = frameRange(range, frames);
    for (let frame = first; frame < last; frame++) {
      if (unsatisfied[(ITERATIONS - 1) * frames + frame] !== 0) failed[FAILED_HEAD + failed[0]++] = frame;
    }
    if (range.firstSlot === 0) failed[2] = frames;
  },
};
