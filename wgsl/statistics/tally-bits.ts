import type { Kernel } from "../../src/gpu/kernel.ts";
import { aliasSamplePart } from "../channel/alias-sample.ts";
import { laneSignsPart } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { bitOutcomesPart } from "./bit-outcomes.ts";
import { COUNTERS, tallyInvocations } from "./chunk-counters.ts";

/** Adds the outcome of each frame of a binary decoder to the counters of its chunk. */
export const tallyBits: Kernel = {
  name: "statistics/tally-bits",
  wgsl: new URL("./tally-bits.wgsl", import.meta.url),
  imports: [...[runPart, wordIndexPart, laneSignsPart], ...[aliasSamplePart, bitOutcomesPart]],
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: ({ N }) => 4 * (tallyInvocations(N) + COUNTERS),
};
