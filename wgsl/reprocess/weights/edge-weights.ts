import type { Kernel } from "../../../src/gpu/kernel.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndexPart } from "../../common/word-index.ts";

/** Weight of every symbol: the sum of the counts of its edges. */
export const edgeWeights: Kernel = {
  name: "reprocess/weights/edge-weights",
  wgsl: new URL("./edge-weights.wgsl", import.meta.url),
  imports: [runPart, laneBitsPart, wordIndexPart],
};
