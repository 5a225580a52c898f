import type { Kernel } from "../../src/gpu/kernel.ts";
import { transposedTileBytes } from "../common/word-index.ts";

/** Posteriors as LLRs. */
export const binarySoft: Kernel = {
  name: "binary/soft",
  workgroupBytes: transposedTileBytes,
};
