import { type ChunkCounts, COUNT_NAMES } from "./chunk.ts";

/** The counts of no frames. */
export const ZERO_COUNTS: ChunkCounts = countsAt(COUNT_NAMES.map(() => 0));

/** Sums, count by count. The members are spelt out, because a run adds up many counts. */
export function addCounts(a: ChunkCounts, b: ChunkCounts): ChunkCounts {
  return {
    frames: a.frames + b.frames,
    frameErrors: a.frameErrors + b.frameErrors,
    informationFrameErrors: a.informationFrameErrors + b.informationFrameErrors,
    symbolErrors: a.symbolErrors + b.symbolErrors,
    bitErrors: a.bitErrors + b.bitErrors,
    undetected: a.undetected + b.undetected,
    iterations: a.iterations + b.iterations,
    iterationsCorrect: a.iterationsCorrect + b.iterationsCorrect,
    symbolErrorsSquared: a.symbolErrorsSquared + b.symbolErrorsSquared,
    bitErrorsSquared: a.bitErrorsSquared + b.bitErrorsSquared,
    mlErrors: a.mlErrors + b.mlErrors,
  };
}

/** Whether all counts are equal. */
export function sameCounts(a: ChunkCounts, b: ChunkCounts): boolean {
  return COUNT_NAMES.every((name) => a[name] === b[name]);
}

/**
 * The counts in an array in the order of COUNT_NAMES. The members are spelt out, because every record of a run is such
 * an array.
 */
export function countsAt(numbers: ArrayLike<number>, at = 0): ChunkCounts {
  return {
    frames: numbers[at],
    frameErrors: numbers[at + 1],
    informationFrameErrors: numbers[at + 2],
    symbolErrors: numbers[at + 3],
    bitErrors: numbers[at + 4],
    undetected: numbers[at + 5],
    iterations: numbers[at + 6],
    iterationsCorrect: numbers[at + 7],
    symbolErrorsSquared: numbers[at + 8],
    bitErrorsSquared: numbers[at + 9],
    mlErrors: numbers[at + 10],
  };
}

/** The counts in the order of COUNT_NAMES, the input of `countsAt`. */
export function countNumbers(counts: ChunkCounts): number[] {
  return COUNT_NAMES.map((name) => counts[name]);
}

/** A copy of the counts of something that has more members. */
export function countsOf(counts: ChunkCounts): ChunkCounts {
  return addCounts(counts, ZERO_COUNTS);
}
