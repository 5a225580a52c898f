import type { Kernel } from "../../src/gpu/kernel.ts";

/** Unpacks bits into a word each. */
export const unpackBits: Kernel = { name: "reconciliation/unpack-bits" };
