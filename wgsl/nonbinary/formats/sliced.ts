import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Frames of a word of bit-sliced numbers. */
export const SLICED_FRAMES = 32;

/**
 * Invocations of a workgroup, of which q/4 share a word: as many as a GPU runs together, so that barriers cost little.
 */
export function slicedInvocations({ Q }: KernelConstants): number {
  return Math.max(32, Q / 4);
}

export function slicedWorkgroupFrames(q: number): number {
  return (slicedInvocations({ Q: q }) / (q / 4)) * SLICED_FRAMES;
}
