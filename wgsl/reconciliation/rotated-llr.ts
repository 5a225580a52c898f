import type { Kernel } from "../../src/gpu/kernel.ts";

/** Channel LLRs of the bits that a rotation represents, from values correlated with the rotated values. */
export const rotatedLlr: Kernel = { name: "reconciliation/rotated-llr" };
