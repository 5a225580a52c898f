import type { Kernel } from "../../src/gpu/kernel.ts";

/** The decoder's input for each test of a stage. */
export const makeTests: Kernel = { name: "reprocess/make-tests" };
