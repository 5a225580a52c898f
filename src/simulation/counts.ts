import { type ChunkCounts, COUNT_NAMES, type CountName } from "./chunk.ts";

/** The counts of no frames. */
export const ZERO_COUNTS: ChunkCounts = { ...countsFrom(() => 0), mlErrors: 0 };

/** Sums, count by count; what was not counted in one of the two is not in the sum. Spelt out, as every look at a run adds up all of its chunks. */
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
    ...(a.mlErrors === undefined || b.mlErrors === undefined ? {} : { mlErrors: a.mlErrors + b.mlErrors }),
  };
}

/** Whether all counts are equal that both have. */
export function sameCounts(a: ChunkCounts, b: ChunkCounts): boolean {
  const both = a.mlErrors !== undefined && b.mlErrors !== undefined;
  return COUNT_NAMES.every((name) => a[name] === b[name]) && !(both && a.mlErrors !== b.mlErrors);
}

/** Builds counts by asking for each that all chunks have by name. */
export function countsFrom(count: (name: CountName) => number): ChunkCounts {
  return Object.fromEntries(COUNT_NAMES.map((name) => [name, count(name)])) as Record<CountName, number>;
}
