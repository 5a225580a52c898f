import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Syndromes as sign and decision bits of lanes, checks in the decoder's order. */
export const ratioSyndrome: Kernel = { name: "reproductions/ratio/syndrome" };
