import { i32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
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
  bindings: [
    u32("errors"),
    u32("unsatisfied"),
    u32("codeword"),
    u32("posteriors"),
    u32("symbol_use"),
    u32("noise"),
    i32("soft_table"),
    u32("counters", "read_write"),
  ],
  constants: ["N", "FRAME_INTERLEAVED", "STOP", "ITERATIONS", "USES", "BITS"],
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: ({ N }) => 4 * (tallyInvocations(N) + COUNTERS),
};
