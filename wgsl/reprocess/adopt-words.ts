import type { Kernel } from "../../src/gpu/kernel.ts";

/** Frames of the round with a found word take it as their decision. */
export const adoptWords: Kernel = { name: "reprocess/adopt-words" };
