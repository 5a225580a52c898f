import { part } from "../../../src/gpu/part.ts";

/** Probabilities of two frames up to a factor. */
export const probabilityPairsDomain = part(
  "nonbinary/domains/probability-pairs",
  new URL("./probability-pairs.wgsl", import.meta.url),
);
