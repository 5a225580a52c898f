import type { Kernel } from "../../src/gpu/kernel.ts";

/** The syndromes of the sent words, as sign bits in the decoder's words. */
export const sentSyndrome: Kernel = { name: "binary/sent-syndrome" };
