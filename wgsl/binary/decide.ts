import type { Kernel } from "../../src/gpu/kernel.ts";
import { transposedTileBytes } from "../common/word-index.ts";

/** Hard decisions of the posteriors' signs. */
export const binaryDecide: Kernel = {
  name: "binary/decide",
  workgroupBytes: transposedTileBytes,
};
