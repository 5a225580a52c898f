import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { failedFramesPart } from "./failed-frames.ts";
import { noWordPart } from "./no-word.ts";

/** Frames of the round with a found word take it as their decision. */
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
};
