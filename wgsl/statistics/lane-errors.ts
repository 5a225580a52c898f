import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/**
 * Maximum number of symbols that an invocation counts: a lane of eight bits must not overflow, and a small number keeps
 * many invocations busy.
 */
const BITS_MAXIMUM = 48;

/** Frames per invocation if memory is not frame-interleaved; they share the loads of the sent words. */
const FRAMES_TOGETHER = 8;

/** Constants and extent of a dispatch of `laneErrors`. @param interleave frames per word. */
export function laneErrorsDispatch(n: number, interleave: number, frameInterleaved: boolean) {
  const bits = frameInterleaved ? n : Math.ceil(n / WORKGROUP_SIZE);
  const workgroups = Math.ceil(bits / BITS_MAXIMUM);
  const words = frameInterleaved ? 1 : FRAMES_TOGETHER / interleave;
  return {
    constants: { BITS_PER_INVOCATION: Math.ceil(bits / workgroups), WORDS: words },
    workgroups,
    framesPerWorkgroup: interleave * (frameInterleaved ? WORKGROUP_SIZE : words),
  };
}

/** Bit errors of each frame, from the signs of a binary decoder's posteriors. */
export const laneErrors: Kernel = { name: "statistics/lane-errors" };
