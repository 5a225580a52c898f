import type { Kernel } from "../../../src/gpu/kernel.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndexPart } from "../../common/word-index.ts";

/** Marks the checks that the last decisions fail, as counts for edge-weights. */
export const unsatisfiedChecks: Kernel = {
  name: "reprocess/weights/unsatisfied-checks",
  wgsl: new URL("./unsatisfied-checks.wgsl", import.meta.url),
  imports: [runPart, laneBitsPart, wordIndexPart],
};
