import type { Kernel } from "../../src/gpu/kernel.ts";
import { transposedTileBytes } from "../common/word-index.ts";

/** Channel LLRs in the decoder's number format and order of variables. */
export const packLlr: Kernel = {
  name: "binary/pack-llr",
  workgroupBytes: transposedTileBytes,
};
