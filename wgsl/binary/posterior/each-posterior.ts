import { part } from "../../../src/gpu/part.ts";
import { wordIndexPart } from "../../common/word-index.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { transposedTilePart } from "../transposed-tile.ts";

/** Hands each posterior to the kernel's `put`. */
export const eachPosteriorPart = part(
  "binary/posterior/each-posterior",
  new URL("./each-posterior.wgsl", import.meta.url),
  [wordIndexPart, workgroupSlotPart, transposedTilePart],
);
