import type { Kernel } from "../../src/gpu/kernel.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";

/** Marks frames whose decision fails a check, frame-interleaved. */
export const syndromeFrames: Kernel = {
  name: "nonbinary/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, slotsPart, doneAtomicPart],
};
