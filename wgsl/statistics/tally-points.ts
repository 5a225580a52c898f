import type { Kernel } from "../../src/gpu/kernel.ts";
import { aliasSamplePart } from "../channel/alias-sample.ts";
import { usesPart } from "../channel/point-lanes/uses.ts";
import { laneSignsPart } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { bitOutcomesPart } from "./bit-outcomes.ts";
import { COUNTERS, tallyInvocations } from "./chunk-counters.ts";

/** As `tallyBits`, for modulations of axes. */
export const tallyPoints: Kernel = {
  name: "statistics/tally-points",
  wgsl: new URL("./tally-points.wgsl", import.meta.url),
  imports: [...[runPart, wordIndexPart, laneSignsPart], ...[aliasSamplePart, usesPart, bitOutcomesPart]],
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: ({ N }) => 4 * (tallyInvocations(N) + COUNTERS),
};
