import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Decisions frame by frame, in the order of the code. */
export const ratioDecision: Kernel = { name: "reproductions/ratio/decide" };
