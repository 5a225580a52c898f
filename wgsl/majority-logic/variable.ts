import type { Kernel } from "../../src/gpu/kernel.ts";

/** Counts the votes of a variable's checks, and decides for the symbol of greatest reliability. */
export const mlgdVariable: Kernel = { name: "majority-logic/variable" };
