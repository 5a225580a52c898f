import type { RunParameters } from "../../gpu/kernel.ts";
import type { Program } from "../../gpu/program.ts";
import { frameBytes } from "../frame-slots.ts";
import type { Piece } from "./state.ts";

/** Bytes of frame buffers that stay in a core's cache. */
const CACHE = 2 ** 20;

/** Words of a vector of WebAssembly. */
const VECTOR_WORDS = 4;
/** Least number of vectors in a call of a kernel, unless they take more than LARGE bytes. */
const VECTORS_LEAST = 2;
const LARGE = 64 * 2 ** 20;

/** Frames that a core works on at once: whole vectors, and as many as its cache holds. All where a run's results are of single frames. */
export function pieceFrames(program: Program): number {
  if (chunkBytes(program) === 0) return Number.MAX_SAFE_INTEGER;
  const vector = VECTOR_WORDS * messageInterleave(program);
  const bytes = vector * frameBytes(program);
  return vector * Math.max(bytes > LARGE ? 1 : VECTORS_LEAST, Math.floor(CACHE / bytes));
}

/** Frames to a word of the largest buffer: what most of the work is done on. */
function messageInterleave({ buffers }: Program): number {
  let most = 0;
  let found = 1;
  for (const { perFrame, length, interleave = 1 } of Object.values(buffers)) {
    if (!perFrame || length / interleave <= most) continue;
    most = length / interleave;
    found = interleave;
  }
  return found;
}

/** Bytes of what a program counts of each chunk; 0 where a run's results are of single frames. */
export function chunkBytes({ buffers }: Program): number {
  return Object.values(buffers).reduce((sum, { perChunk, length }) => sum + (perChunk ? 4 * length : 0), 0);
}

/** A run as pieces of at most `slots` frames, one after the other. */
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
