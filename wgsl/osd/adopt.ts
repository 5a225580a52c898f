import type { Kernel } from "../../src/gpu/kernel.ts";

/** Frames of the round take the word of ordered statistics decoding as their decision. */
export const osdAdopt: Kernel = { name: "osd/adopt" };
