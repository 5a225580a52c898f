import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
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
  bindings: [
    u32("errors"),
    u32("unsatisfied"),
    u32("codeword"),
    u32("posteriors"),
    u32("symbol_use"),
    u32("noise"),
    u32("counters", "read_write"),
  ],
  constants: ["N", "FRAME_INTERLEAVED", "STOP", "ITERATIONS"],
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: ({ N }) => 4 * (tallyInvocations(N) + COUNTERS),
};
