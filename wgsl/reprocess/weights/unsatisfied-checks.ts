import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Marks the checks that the last decisions fail, as counts for edge-weights. */
export const unsatisfiedChecks: Kernel = { name: "reprocess/weights/unsatisfied-checks" };
