import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes } from "../common/word-index.ts";
import { eachPosteriorPart } from "./posterior/each-posterior.ts";

/** Hard decisions of the posteriors' signs. */
export const binaryDecide: Kernel = {
  name: "binary/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, eachPosteriorPart],
  bindings: [u32("symbol"), u32("posteriors"), u32("decision", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: transposedTileBytes,
};
