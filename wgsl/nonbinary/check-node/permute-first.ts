import { part } from "../../../src/gpu/part.ts";

/** Permutes a vector by a symbol of each frame of a word. */
export const permuteFirstPart = part(
  "nonbinary/check-node/permute-first",
  new URL("./permute-first.wgsl", import.meta.url),
);
