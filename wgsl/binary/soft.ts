import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes } from "../common/word-index.ts";
import { laneNumberPart } from "./formats/lane-number.ts";
import { eachPosteriorPart } from "./posterior/each-posterior.ts";

/** Posteriors as LLRs. */
export const binarySoft: Kernel = {
  name: "binary/soft",
  wgsl: new URL("./soft.wgsl", import.meta.url),
  imports: [runPart, laneNumberPart, eachPosteriorPart],
  workgroupBytes: transposedTileBytes,
};
