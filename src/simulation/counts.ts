import { type ChunkCounts, COUNT_NAMES, type CountName } from "./chunk.ts";

/** The counts of no frames. */
export const ZERO_COUNTS: ChunkCounts = countsFrom(() => 0);

/** Sums, count by count. Spelt out, because a run adds up many. */
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

/** Builds counts by asking for each by name. Spelt out, because each record of a run does. */
export function countsFrom(count: (name: CountName) => number): ChunkCounts {
  return {
    frames: count("frames"),
    frameErrors: count("frameErrors"),
    informationFrameErrors: count("informationFrameErrors"),
    symbolErrors: count("symbolErrors"),
    bitErrors: count("bitErrors"),
    undetected: count("undetected"),
    iterations: count("iterations"),
    iterationsCorrect: count("iterationsCorrect"),
    symbolErrorsSquared: count("symbolErrorsSquared"),
    bitErrorsSquared: count("bitErrorsSquared"),
    mlErrors: count("mlErrors"),
  };
}
