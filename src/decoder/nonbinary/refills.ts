import type { DeviceLimits } from "../../gpu/program.ts";
import type { DecoderRequest } from "../rule.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";

/**
 * Frames for each message slot, where slots are refilled. Refilling takes many frames in flight, because a part of few
 * frames does not fill a GPU, and many iterations: with 10 the few frames that need all of them cost less than entering
 * slots (decision 0023).
 */
const REFILLS = 4;
const REFILLED_FRAMES = 4096;
const REFILLED_ITERATIONS = 20;

/**
 * Average number of frames per message slot (slot refill) of a flooding decoder. @param interleave frames of a word.
 */
export function refillsOf(
  spec: DecoderSpec,
  interleave: number,
  { software }: Pick<DeviceLimits, "software">,
  { frames = REFILLED_FRAMES, refills }: DecoderRequest,
): number {
  if (stopConstant(spec) === 0) return 1;
  if (refills !== undefined) return refills;
  // Software devices run few frames as fast as many; and where all 32 frames of a word wait for each other, few words
  // finish early.
  const gains = !software && interleave < 32 && frames >= REFILLED_FRAMES && spec.iterations >= REFILLED_ITERATIONS;
  return gains ? REFILLS : 1;
}

/**
 * Iterations of a run after which every frame has had its own, plus one more to enter a slot, in the worst case. No
 * frame gets its slot later than (refills · slots − 1) / slots such spans after the start.
 */
export function iterationsOfRun(iterations: number, refills: number): number {
  return refills > 1 ? (iterations + 1) * (refills + 1) : iterations;
}
