import type { Kernel } from "../../src/gpu/kernel.ts";
import { donePart } from "../common/active-frames/done.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";

/** Decisions from posteriors, frame-interleaved. */
export const decideFrames: Kernel = {
  name: "nonbinary/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, slotsPart, donePart],
};
