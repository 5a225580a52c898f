import type { DeviceLimits } from "../../gpu/program.ts";
import type { DecoderRequest } from "../rule.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";

/**
 * Message slots are refilled, so often, from so many frames in flight on, as fewer do not fill a GPU with a part of them, and
 * from so many iterations on: with 10 the few frames that take them all cost less than to enter does (decision 0023).
 */
const REFILLS = 4;
const REFILLED_FRAMES = 4096;
const REFILLED_ITERATIONS = 20;

/** Frames, on average, that take a message slot one after another, flooding. @param interleave frames of a word. */
export function refillsOf(
  spec: DecoderSpec,
  interleave: number,
  { software }: Pick<DeviceLimits, "software">,
  { frames = REFILLED_FRAMES, refills }: DecoderRequest,
): number {
  if (stopConstant(spec) === 0) return 1;
  if (refills !== undefined) return refills;
  // Software devices do few frames as fast as many; and where 32 frames of a word wait for each other, no few words are left.
  const gains = !software && interleave < 32 && frames >= REFILLED_FRAMES && spec.iterations >= REFILLED_ITERATIONS;
  return gains ? REFILLS : 1;
}

/**
 * Iterations of a run in which all frames have had theirs, one more to enter each, however long they take: none gets its slot
 * later than (refills · slots − 1) / slots of such times from the beginning.
 */
export function iterationsOfRun(iterations: number, refills: number): number {
  return refills > 1 ? (iterations + 1) * (refills + 1) : iterations;
}
