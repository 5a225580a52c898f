import type { Kernel } from "../../../src/gpu/kernel.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { softCostPart } from "./cost.ts";

/** Posteriors of layered decoders as costs, frame-interleaved. */
export const softLayered: Kernel = {
  name: "nonbinary/soft/layered",
  wgsl: new URL("./layered.wgsl", import.meta.url),
  imports: [runPart, softCostPart, slotsPart, donePart],
};
