import type { Kernel } from "../../src/gpu/kernel.ts";

/** Marks frames whose decision fails a check, frame-interleaved. */
export const syndromeFrames: Kernel = { name: "nonbinary/syndrome" };
