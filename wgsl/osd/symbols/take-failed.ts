import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The inputs of ordered statistics decoding over GF(q) for the frames of a round. */
export const osdSymbolTakeFailed: Kernel = { name: "osd/symbols/take-failed" };
