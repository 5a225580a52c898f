import { part } from "../../src/gpu/part.ts";
import { laneBitsPart } from "./lane-bits.ts";

export const laneSignsPart = part("common/lane-signs", new URL("./lane-signs.wgsl", import.meta.url), [laneBitsPart]);

/** Frames to a word of `codeword` where one word has a bit of each. */
export const BIT_FRAMES = 32;

/** The sign bit of lane l of a word of `interleave` lanes. */
export function signBit(word: number, lane: number, interleave: number): number {
  return (word >>> ((lane + 1) * (BIT_FRAMES / interleave) - 1)) & 1;
}

/** Symbol n of a frame in `codeword` [word of 32 frames][N]. */
export function sentBit(codeword: ArrayLike<number>, symbols: number, frame: number, n: number): number {
  return (codeword[Math.floor(frame / BIT_FRAMES) * symbols + n] >>> (frame % BIT_FRAMES)) & 1;
}
