import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { failedFramesPart } from "../reprocess/failed-frames.ts";

/** Frames of the round take the word of ordered statistics decoding as their decision. */
export const osdAdopt: Kernel = {
  name: "osd/adopt",
  wgsl: new URL("./adopt.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, failedFramesPart],
};
