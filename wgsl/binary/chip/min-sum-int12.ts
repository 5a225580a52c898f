import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { stepsAfter } from "../check-node/two-minima.ts";
import { DIFFERENCE_BOUND, MESSAGE_BOUND } from "../formats/int12-bounds.ts";

/** The same check node as `minSumInt12`. */
export const exclusiveInt12: Part = {
  name: "binary/chip/min-sum-int12",
  wgsl: new URL("./min-sum-int12.wgsl", import.meta.url),
  imports: [extrinsicPart],
};

/**
 * The constant LARGEST_STEPS: the largest message, or, if a scale follows the minima, the largest magnitude whose scaled message the format
 * can represent.
 */
export function largestSteps(constants: KernelConstants): number {
  const hasScale = stepsAfter({ ...constants, OFFSET_STEPS: 0 }, DIFFERENCE_BOUND) < DIFFERENCE_BOUND;
  if (!hasScale) return MESSAGE_BOUND;
  let steps = DIFFERENCE_BOUND;
  while (stepsAfter(constants, steps) > MESSAGE_BOUND) steps--;
  return steps;
}
