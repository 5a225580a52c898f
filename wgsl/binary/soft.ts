import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes } from "../common/word-index.ts";
import { laneNumberPart } from "./formats/lane-number.ts";
import { eachPosteriorPart } from "./posterior/each-posterior.ts";

/** Posteriors as LLRs. */
export const binarySoft: Kernel = {
  name: "binary/soft",
  wgsl: new URL("./soft.wgsl", import.meta.url),
  imports: [runPart, laneNumberPart, eachPosteriorPart],
  bindings: [u32("symbol"), u32("posteriors"), f32("soft", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED", "ONE_LANE", "STEP_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: transposedTileBytes,
};
