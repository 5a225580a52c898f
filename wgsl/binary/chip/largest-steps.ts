import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { stepsAfter } from "../check-node/two-minima.ts";
import { differenceBound, type StepBounds } from "../formats/steps/step-bounds.ts";

/**
 * The constant LARGEST_STEPS: the largest message, or, if a scale follows the minima, the largest magnitude whose scaled message the format
 * can represent.
 */
export function largestSteps(constants: KernelConstants, bounds: StepBounds): number {
  const largest = differenceBound(bounds);
  const hasScale = stepsAfter({ ...constants, OFFSET_STEPS: 0 }, largest) < largest;
  if (!hasScale) return bounds.message;
  let steps = largest;
  while (stepsAfter(constants, steps) > bounds.message) steps--;
  return steps;
}
