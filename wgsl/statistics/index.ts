import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { BIT_FRAMES } from "../common/lane-signs.ts";

/** Words of one chunk's counters: eleven counts, and two squares as low and high word. */
export const COUNTERS = 13;

/** Symbols of a word above which more invocations share its errors, because few frames of this length fit a device. */
const LONG = 16_384;

/** Invocations of a workgroup that counts errors in words of `symbols` symbols. */
export function tallyInvocations(symbols: number): number {
  return symbols < LONG ? WORKGROUP_SIZE : WIDE_WORKGROUP_SIZE;
}

/**
 * Maximum number of symbols that an invocation counts: a lane of eight bits must not overflow, and a small number keeps
 * many invocations busy.
 */
const BITS_MAXIMUM = 48;

/** Frames per invocation if memory is not frame-interleaved; they share the loads of the sent words. */
const FRAMES_TOGETHER = 8;

/** Constants and extent of a dispatch of statistics/lane-errors. @param interleave frames per word. */
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

/**
 * Constants and extent of a dispatch of statistics/packed-errors.
 * @param interleave frames per word.
 * @param liftingSize the quasi-cyclic code's.
 */
export function packedErrorsDispatch(n: number, interleave: number, liftingSize: number) {
  const columnsOfWord = BIT_FRAMES / interleave;
  const signWords = Math.ceil(n / liftingSize / columnsOfWord);
  return {
    constants: { SIGN_WORDS: signWords, COLUMNS_OF_WORD: columnsOfWord },
    workgroups: Math.ceil((signWords * liftingSize) / WORKGROUP_SIZE),
    framesPerWorkgroup: BIT_FRAMES,
  };
}
