import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { transposedTilePart } from "./transposed-tile.ts";

/** Syndromes as sign bits, checks in the decoder's order. */
export const packSyndrome: Kernel = {
  name: "binary/pack-syndrome",
  wgsl: new URL("./pack-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, transposedTilePart],
  workgroupBytes: transposedTileBytes,
};
