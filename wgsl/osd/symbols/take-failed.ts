import type { Kernel } from "../../../src/gpu/kernel.ts";
import { boundPart } from "../../common/bound.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { failedFramesPart } from "../../reprocess/failed-frames.ts";

/** The inputs of ordered statistics decoding over GF(q) for the frames of a round. */
export const osdSymbolTakeFailed: Kernel = {
  name: "osd/symbols/take-failed",
  wgsl: new URL("./take-failed.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, failedFramesPart],
};
