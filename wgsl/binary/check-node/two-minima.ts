import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";
import { extrinsicPart } from "./extrinsic.ts";

export const twoMinimaPart = part("binary/check-node/two-minima", new URL("./two-minima.wgsl", import.meta.url), [
  extrinsicPart,
]);

/** A magnitude after the scale and the offset, in whole steps. */
export function stepsAfter({ SCALE, OFFSET_STEPS }: KernelConstants, magnitude: number): number {
  return Math.max(((magnitude * SCALE + 128) >> 8) - OFFSET_STEPS, 0);
}
