import type { ChunkRows } from "./chunk-rows.ts";

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

/**
 * Runs chunks of one point on one engine. Chunk c holds frames c·chunkFrames … (c + 1)·chunkFrames − 1. The owner may
 * have several `run` calls outstanding; the runner works on them in order and overlaps them where the device can.
 */
export interface ChunkRunner {
  /** Largest number of chunks that one `run` takes; at least 1. */
  readonly chunksMaximum: number;
  /** Number of `run` calls that keep the device busy: 2 on a GPU, 1 on a CPU. */
  readonly runsInFlight: number;
  /**
   * Counts of `chunks` chunks from `firstChunk` on, in order.
   * @throws DeviceLostError if the device was lost; the runner then serves no further call.
   */
  run(firstChunk: number, chunks: number): Promise<ChunkRun>;
  /** Frees the runner's resources. */
  close(): Promise<void>;
}

/** Result of one `ChunkRunner.run`. */
export interface ChunkRun {
  readonly counts: ChunkRows;
  /** Wall-clock seconds that the device spent on it. */
  readonly seconds: number;
}
