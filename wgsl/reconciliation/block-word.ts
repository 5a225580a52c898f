import type { Kernel } from "../../src/gpu/kernel.ts";

/** Alice's words of blocks of sifted bits. */
export const blockWord: Kernel = { name: "reconciliation/block-word" };
