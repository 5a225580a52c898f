import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { failedFramesPart } from "./failed-frames.ts";
import { noWordPart } from "./no-word.ts";

/** Frames of the round with a found word take it as their decision. */
export const adoptWords: Kernel = {
  name: "reprocess/adopt-words",
  wgsl: new URL("./adopt-words.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, failedFramesPart, noWordPart],
};
