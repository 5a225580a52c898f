import type { BatchSize } from "../batch.ts";
import type { ChunkRunner } from "../chunks/chunk.ts";
import { WRONG_NUMBERS, wrongCounts } from "../chunks/chunk-block.ts";
import type { TaskChunks } from "../chunks/task-chunks.ts";
import { addCounts, type ChunkCounts, sameCounts, ZERO_COUNTS } from "../counts.ts";
import type { PointState } from "../stopping/point-state.ts";

/** A chunk with wrong frames. */
export interface WrongChunk {
  readonly chunk: number;
  /** As the run has them. */
  readonly counts: ChunkCounts;
}

/** Chunks whose sums alone the run records. */
export interface SummedChunks {
  readonly first: number;
  readonly count: number;
  readonly counts: ChunkCounts;
}

/**
 * The published chunks of a point with wrong frames, in order. A run keeps the counts of a single chunk only where the point could
 * end at it; elsewhere it has the sums of a block, and a simulation finds the chunks again.
 */
export function* wrongChunks(
  chunks: TaskChunks,
  { chunks: published }: Pick<PointState, "chunks">,
): Generator<WrongChunk | SummedChunks> {
  let left = published;
  for (const block of chunks.prefixBlocks()) {
    if (left <= 0) return;
    const { first, count, counts, wrong } = block;
    const end = first + Math.min(count, left);
    left -= count;
    if (wrong === undefined) {
      if (counts.frameErrors > 0) yield { first, count, counts };
      continue;
    }
    for (let i = 0; i * WRONG_NUMBERS < wrong.length; i++) {
      const chunk = wrong[i * WRONG_NUMBERS];
      if (chunk < end) yield { chunk, counts: wrongCounts(wrong, i, chunks.chunkFrames) };
    }
  }
}

/** Takes chunks whose new counts differ from the counts in the run. */
export type Disagreement = (where: SummedChunks, now: ChunkCounts) => void;

/**
 * The wrong chunks of a block, computed again at the speed of a simulation.
 * @param disagree called with the new sums if the run has other ones.
 * @param signal ends the search between two runs.
 */
export async function* searched(
  block: SummedChunks,
  runner: ChunkRunner,
  batch: BatchSize,
  disagree: Disagreement,
  signal: AbortSignal,
): AsyncGenerator<WrongChunk | { readonly done: number }> {
  let sum = ZERO_COUNTS;
  for (let done = 0; done < block.count && !signal.aborted; ) {
    const count = Math.min(batch.chunks(runner.chunksMaximum), block.count - done);
    const { counts: rows, seconds } = await runner.run(block.first + done, count);
    batch.learn(count, seconds);
    for (const [i, counts] of [...rows].entries()) {
      sum = addCounts(sum, counts);
      if (counts.frameErrors > 0) yield { chunk: block.first + done + i, counts };
    }
    done += count;
    yield { done: count };
    if (done === block.count && !sameCounts(sum, block.counts)) disagree(block, sum);
  }
}
