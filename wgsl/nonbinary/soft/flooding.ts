import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { softCostPart } from "./cost.ts";

/** Posteriors of flooding decoders as costs, frame-interleaved. */
export const softFlooding: Kernel = {
  name: "nonbinary/soft/flooding",
  wgsl: new URL("./flooding.wgsl", import.meta.url),
  imports: [runPart, softCostPart, slotsPart],
};
