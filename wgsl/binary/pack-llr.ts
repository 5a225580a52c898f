import type { Kernel } from "../../src/gpu/kernel.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { transposedTilePart } from "./transposed-tile.ts";

/** Channel LLRs in the decoder's number format and order of variables. */
export const packLlr: Kernel = {
  name: "binary/pack-llr",
  wgsl: new URL("./pack-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, wordIndexPart, transposedTilePart],
  workgroupBytes: transposedTileBytes,
};
