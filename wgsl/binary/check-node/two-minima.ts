import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** A magnitude after the scale and the offset, in whole steps. */
export function stepsAfter({ SCALE, OFFSET_STEPS }: KernelConstants, magnitude: number): number {
  return Math.max(((magnitude * SCALE + 128) >> 8) - OFFSET_STEPS, 0);
}
