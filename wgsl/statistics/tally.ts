import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { advantagePart } from "./advantage.ts";
import { chunkCountersPart, tallyInvocations } from "./chunk-counters.ts";

/** Adds each frame's outcome to the counters of its chunk. */
export const tally: Kernel = {
  name: "statistics/tally",
  wgsl: new URL("./tally.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, chunkCountersPart, advantagePart],
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: () => 28,
};
