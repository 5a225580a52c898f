import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes } from "../common/word-index.ts";
import { eachPosteriorPart } from "./posterior/each-posterior.ts";

/** Hard decisions of the posteriors' signs. */
export const binaryDecide: Kernel = {
  name: "binary/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, eachPosteriorPart],
  workgroupBytes: transposedTileBytes,
};
