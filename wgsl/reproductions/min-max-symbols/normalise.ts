import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Subtracts each variable-to-check message's minimum; at most LLR_BOUND remains. */
export const normalise: Kernel = { name: "reproductions/min-max-symbols/normalise" };
