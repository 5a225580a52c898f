import type { Kernel } from "../../src/gpu/kernel.ts";

/** LLR vectors of punctured and shortened symbols. */
export const unsentLlr: Kernel = { name: "channel/unsent-llr" };
