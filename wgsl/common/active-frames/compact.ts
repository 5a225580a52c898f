import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Maximum number of slots, and of frames, that an invocation reads side by side, so that their loads overlap. */
const RUN = 8;
const RUN_FRAMES = 32;

/**
 * @param slotFrames number of frames of a slot, at most 4 or 32.
 * @param refills average number of frames that use a message slot one after another, each for at most `iterations`.
 */
export function compactionConstants(slotFrames: number, refills = 1, iterations = 0): KernelConstants {
  return {
    SLOT_FRAMES: slotFrames,
    RUN: Math.min(RUN, RUN_FRAMES / slotFrames),
    REFILLS: refills,
    ITERATIONS: iterations,
  };
}
