import type { Kernel } from "../../src/gpu/kernel.ts";

/** The inputs of ordered statistics decoding for the frames of a round. */
export const osdTakeFailed: Kernel = { name: "osd/take-failed" };
