import type { Kernel } from "../../src/gpu/kernel.ts";

/** Whole shots of an error model, two to an invocation. */
export const shotLanes: Kernel = { name: "quantum/shot-lanes", workgroupSize: ({ LANES }) => LANES };
