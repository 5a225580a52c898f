import { part } from "../../../src/gpu/part.ts";

/** Probabilities up to a factor, which are multiplied. */
export const probabilityDomain = part("nonbinary/domains/probability", new URL("./probability.wgsl", import.meta.url));
