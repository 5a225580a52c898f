import type { Kernel } from "../../src/gpu/kernel.ts";

/** Channel LLRs of Bob's blocks of sifted bits. */
export const blockLlr: Kernel = { name: "reconciliation/block-llr" };
