import { InputError } from "../errors.ts";
import type { ChunkRange } from "./chunks/chunk-block.ts";

/** One of several runs that share the frames of the same points without a common folder. */
export interface Part {
  /** Number of the part, from 1. */
  readonly index: number;
  /** Number of parts. */
  readonly of: number;
}

const PARTS_MAXIMUM = 1024;

/** Reads `2/4`. @throws InputError if it is not a part. */
export function parsePart(text: string): Part {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim());
  const [index, of] = match === null ? [0, 0] : [Number(match[1]), Number(match[2])];
  if (index >= 1 && index <= of && of <= PARTS_MAXIMUM) return { index, of };
  throw new InputError(`--part "${text}": give for example 2/4, the second of four; at most ${PARTS_MAXIMUM} parts`);
}

/**
 * Shares of a part in each octave of chunks (n … 2n − 1). More shares make parts more even; fewer shares make runs
 * longer.
 */
const SHARES = 32;

/**
 * The share of a part that holds a chunk, or else the part's next share. The chunks of an octave 2^k … 2^(k + 1) − 1 go
 * to the parts cyclically, in at least SHARES dyadic ranges each. So shares grow with the number of frames, and at any
 * length of a run the parts differ by a few per cent.
 */
export function shareFrom(part: Part, chunk: number): ChunkRange {
  let range = rangeAt(part, chunk);
  while (ordinal(part, range) % part.of !== part.index - 1) range = rangeAt(part, range.first + range.count);
  return range;
}

/** Whether a chunk belongs to a part. */
export function isOfPart(part: Part, chunk: number): boolean {
  return shareFrom(part, chunk).first <= chunk;
}

function rangesOfOctave({ of }: Part): number {
  return SHARES * 2 ** Math.ceil(Math.log2(of));
}

function rangeAt(part: Part, chunk: number): ChunkRange {
  const ranges = rangesOfOctave(part);
  const count = chunk < ranges ? 1 : 2 ** Math.floor(Math.log2(chunk / ranges));
  return { first: Math.floor(chunk / count) * count, count };
}

/** The index of a range, from 0. */
function ordinal(part: Part, { first, count }: ChunkRange): number {
  const ranges = rangesOfOctave(part);
  // Ranges of 1 chunk reach to 2·ranges; each greater length has as many ranges as one octave.
  return Math.log2(count) * ranges + first / count;
}
