import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

export const slicedPart = part("nonbinary/formats/sliced", new URL("./sliced.wgsl", import.meta.url));

/** Frames of a word of bit-sliced numbers. */
export const SLICED_FRAMES = 32;

/** Frames of a workgroup with WORKGROUP_SIZE invocations, where q/4 invocations share a word. */
export function slicedWorkgroupFrames(q: number): number {
  return (WORKGROUP_SIZE / (q / 4)) * SLICED_FRAMES;
}

/** Constants of a variable node's sums: wgsl/nonbinary/formats/sliced-sums.wgsl. */
export const SLICED_SUM_CONSTANTS = ["BITS", "SHIFT", "TOP", "SUM_BITS"];

/** Converts a sum in units of 2^−SHIFT of a message's into a message: to the nearest, halves up, at most 2^BITS − 1. */
export function messageOf(sum: number, { BITS, SHIFT }: KernelConstants): number {
  return Math.min(Math.floor(sum / 2 ** SHIFT + 0.5), 2 ** BITS - 1);
}
