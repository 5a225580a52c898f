import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndexPart } from "../../common/word-index.ts";

/** Weight of every symbol: the sum of the counts of its edges. */
export const edgeWeights: Kernel = {
  name: "reprocess/weights/edge-weights",
  wgsl: new URL("./edge-weights.wgsl", import.meta.url),
  imports: [runPart, laneBitsPart, wordIndexPart],
  bindings: [u32("symbol_start"), u32("symbol_edges"), u32("counts"), u32("weights", "read_write")],
  constants: ["N", "COUNTS_AT", "COUNTS", "SYMBOLS_PER_WORKGROUP", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
