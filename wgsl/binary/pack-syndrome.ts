import type { Kernel } from "../../src/gpu/kernel.ts";
import { transposedTileBytes } from "../common/word-index.ts";

/** Syndromes as sign bits, checks in the decoder's order. */
export const packSyndrome: Kernel = {
  name: "binary/pack-syndrome",
  workgroupBytes: transposedTileBytes,
};
