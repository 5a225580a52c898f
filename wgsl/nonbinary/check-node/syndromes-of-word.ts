import { part } from "../../../src/gpu/part.ts";

/** A check's syndrome of each frame of a word. */
export const syndromesOfWordPart = part(
  "nonbinary/check-node/syndromes-of-word",
  new URL("./syndromes-of-word.wgsl", import.meta.url),
);
