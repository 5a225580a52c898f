import type { Kernel } from "../../src/gpu/kernel.ts";

/** Largest variable degree at which an invocation keeps all messages in registers. */
export const UNROLLED_DEGREE_MAXIMUM = 6;

/** Variable nodes and decisions, frame-interleaved. */
export const variableFrames: Kernel = { name: "nonbinary/variable" };
