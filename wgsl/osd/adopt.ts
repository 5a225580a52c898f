import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { failedFramesPart } from "../reprocess/failed-frames.ts";

/** Frames of the round take the word of ordered statistics decoding as their decision. */
export const osdAdopt: Kernel = {
  name: "osd/adopt",
  wgsl: new URL("./adopt.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, failedFramesPart],
  bindings: [
    u32("failed"),
    u32("round_unsatisfied"),
    u32("round_decision"),
    u32("decision", "read_write"),
    u32("unsatisfied", "read_write"),
    u32("tests", "read_write"),
  ],
  constants: ["N", "ITERATIONS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
