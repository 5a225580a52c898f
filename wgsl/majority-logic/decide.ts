import type { Kernel } from "../../src/gpu/kernel.ts";

/** The decisions of majority-logic decoding, frame by frame. */
export const mlgdDecision: Kernel = { name: "majority-logic/decide" };
