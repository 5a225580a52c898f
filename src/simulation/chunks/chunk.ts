import type { ChunkCounts } from "../counts.ts";
import type { ChunkRows } from "./chunk-rows.ts";

/**
 * Runs chunks of one point on one engine. Chunk c holds frames c·chunkFrames … (c + 1)·chunkFrames − 1. The owner may
 * have several `run` calls outstanding; the runner works on them in order and overlaps them where the device can.
 */
export interface ChunkRunner {
  /** Maximum number of chunks of one `run`; at least 1. */
  readonly chunksMaximum: number;
  /** Number of `run` calls that keep the device busy: 2 on a GPU, 1 on a CPU. */
  readonly runsInFlight: number;
  /**
   * Counts of `chunks` chunks from `firstChunk` on, in order.
   * @param onPart called with the counts of further frames of a slow chunk while the chunk is computed.
   * @throws DeviceLostError if the device was lost; the runner then serves no further call.
   */
  run(firstChunk: number, chunks: number, onPart?: (counts: ChunkCounts) => void): Promise<ChunkRun>;
  /** Releases the runner's resources. */
  close(): Promise<void>;
}

/** Result of one `ChunkRunner.run`. */
export interface ChunkRun {
  readonly counts: ChunkRows;
  /** Wall-clock seconds that the device worked. */
  readonly seconds: number;
}
