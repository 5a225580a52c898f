import type { Kernel } from "../../src/gpu/kernel.ts";
import { tallyInvocations } from "./chunk-counters.ts";

/** Adds each frame's outcome to the counters of its chunk. */
export const tally: Kernel = {
  name: "statistics/tally",
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: () => 28,
};
