import type { Kernel } from "../../src/gpu/kernel.ts";
import { COUNTERS, tallyInvocations } from "./chunk-counters.ts";

/** Adds the outcome of each frame of a binary decoder to the counters of its chunk. */
export const tallyBits: Kernel = {
  name: "statistics/tally-bits",
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: ({ N }) => 4 * (tallyInvocations(N) + COUNTERS),
};
