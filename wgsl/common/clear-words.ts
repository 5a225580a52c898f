import type { Kernel } from "../../src/gpu/kernel.ts";

/** Sets the leading words of a buffer to zero. */
export const clearWords: Kernel = { name: "common/clear-words" };
