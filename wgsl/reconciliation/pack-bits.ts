import type { Kernel } from "../../src/gpu/kernel.ts";

/** Packs bits that have a word each, all of them or the bits at some positions. */
export const packBits: Kernel = { name: "reconciliation/pack-bits" };
