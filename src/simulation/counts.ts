/**
 * The counts of a chunk of frames. They are sums over its frames, so chunks merge by addition. Every count is exact and
 * the same on every device and engine.
 */
export interface ChunkCounts {
  readonly frames: number;
  /** Frames with any symbol wrong. */
  readonly frameErrors: number;
  /** Frames with any information symbol wrong. */
  readonly informationFrameErrors: number;
  readonly symbolErrors: number;
  readonly bitErrors: number;
  /** Wrong frames whose syndrome is zero. */
  readonly undetected: number;
  /** Iterations summed over all frames. */
  readonly iterations: number;
  /** Iterations summed over the frames decoded correctly. */
  readonly iterationsCorrect: number;
  /** Σ over frames of (symbol errors of the frame)²: how errors cluster in frames, for the bounds of SER. */
  readonly symbolErrorsSquared: number;
  /** Σ over frames of (bit errors of the frame)², for the bounds of BER. */
  readonly bitErrorsSquared: number;
  /**
   * Undetected frames whose decision is likelier than the word that was sent: maximum-likelihood decoding fails on
   * these frames too, so its FER is at least mlErrors/frames.
   */
  readonly mlErrors: number;
}

/** The names of the counts, in the order in which they are stored. */
export const COUNT_NAMES = [
  "frames",
  "frameErrors",
  "informationFrameErrors",
  "symbolErrors",
  "bitErrors",
  "undetected",
  "iterations",
  "iterationsCorrect",
  "symbolErrorsSquared",
  "bitErrorsSquared",
  "mlErrors",
] as const satisfies readonly (keyof ChunkCounts)[];

/** A count of a chunk. */
export type CountName = (typeof COUNT_NAMES)[number];

/** Counts of frames: one frame adds at most 1. Counts of symbols, bits and iterations have no such bound. */
export const COUNTS_OF_FRAMES: ReadonlySet<CountName> = new Set([
  ...(["frames", "frameErrors", "informationFrameErrors", "undetected", "mlErrors"] as const),
]);

/** The counts of no frames. */
export const ZERO_COUNTS: ChunkCounts = countsAt(COUNT_NAMES.map(() => 0));

/** Adds counts member by member. The members are written out, because a run adds many counts. */
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
 * The counts in an array in the order of COUNT_NAMES. The members are written out, because every record of a run is
 * such an array.
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

/** Restores counts from an array in the order of COUNT_NAMES. */
export function countNumbers(counts: ChunkCounts): number[] {
  return COUNT_NAMES.map((name) => counts[name]);
}

/** Copies the counts of an object that has further members. */
export function countsOf(counts: ChunkCounts): ChunkCounts {
  return addCounts(counts, ZERO_COUNTS);
}
