import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Tentative decision: the symbol of least a posteriori LLR. */
export const decide: Kernel = { name: "reproductions/min-max-symbols/decide" };
