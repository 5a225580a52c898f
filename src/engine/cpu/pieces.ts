import type { RunParameters } from "../../gpu/kernel.ts";
import type { Program } from "../../gpu/program.ts";
import { frameBytes } from "../frame-slots.ts";
import type { Piece } from "./state.ts";

/** Bytes of frame buffers that fit in a core's cache. */
const CACHE = 2 ** 20;

/** Minimum number of words that a kernel call processes, in whole vectors, unless they take more than LARGE bytes. */
const WORDS_LEAST = 8;
const LARGE = 64 * 2 ** 20;

/**
 * Frames that a core processes at once: all frames if results belong to single frames.
 * @param vectorWords 32-bit words of the vectors of its kernels.
 */
export function pieceFrames(program: Program, vectorWords: number): number {
  return chunkBytes(program) === 0 ? Number.MAX_SAFE_INTEGER : framesInCache(program, vectorWords);
}

/** Frames whose buffers fit in a core's cache, a whole number of vectors. @param vectorWords as for `pieceFrames`. */
export function framesInCache(program: Program, vectorWords: number): number {
  const vector = vectorWords * messageInterleave(program);
  const bytes = vector * frameBytes(program);
  return vector * Math.max(bytes > LARGE ? 1 : WORDS_LEAST / vectorWords, 1, Math.floor(CACHE / bytes));
}

/** Frames per word of the largest frame buffer of the iterations, on which kernels spend most of their time. */
function messageInterleave({ buffers, start, iterate }: Program): number {
  const used = new Set((iterate.length > 0 ? iterate : start).flatMap((dispatch) => dispatch.buffers));
  let most = 0;
  let found = 1;
  for (const [name, { perFrame, length, interleave = 1 }] of Object.entries(buffers)) {
    if (!perFrame || !used.has(name) || length / interleave <= most) continue;
    most = length / interleave;
    found = interleave;
  }
  return found;
}

/** Bytes of a program's counts per chunk; 0 for a program whose results belong to single frames. */
export function chunkBytes({ buffers }: Program): number {
  return Object.values(buffers).reduce((sum, { perChunk, length }) => sum + (perChunk ? 4 * length : 0), 0);
}

/** Splits a run into consecutive pieces of at most `slots` frames. */
export function piecesOf(parameters: RunParameters, slots: number): Piece[] {
  const { firstFrame, frames, chunkFrames } = parameters;
  const firstChunk = Math.floor(firstFrame / chunkFrames);
  const pieces: Piece[] = [];
  for (let done = 0; done < frames; done += slots) {
    const first = firstFrame + done;
    pieces.push({
      parameters: { ...parameters, firstFrame: first, frames: Math.min(slots, frames - done) },
      chunk: Math.floor(first / chunkFrames) - firstChunk,
    });
  }
  return pieces;
}
