import type { Kernel } from "../../src/gpu/kernel.ts";
import { COUNTERS, tallyInvocations } from "./chunk-counters.ts";

/** As `tallyBits`, for modulations of axes. */
export const tallyPoints: Kernel = {
  name: "statistics/tally-points",
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: ({ N }) => 4 * (tallyInvocations(N) + COUNTERS),
};
