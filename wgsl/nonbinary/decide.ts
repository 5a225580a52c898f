import type { Kernel } from "../../src/gpu/kernel.ts";

/** Decisions from posteriors, frame-interleaved. */
export const decideFrames: Kernel = { name: "nonbinary/decide" };
