import type { ChunkCounts } from "./chunk.ts";
import { addCounts, ZERO_COUNTS } from "./counts.ts";
import { clopperPearson } from "./statistics.ts";

/** When a point has been simulated enough. "No errors seen" is never a reason to stop. */
export interface StoppingRule {
  /** Frame errors. */
  readonly maxErrors: number;
  /** Frames; chunks are whole, so up to one chunk less a frame more are published. */
  readonly maxFrames: number;
  /** Engine seconds spent on the point, summed over all chunks and workers in the ledger. */
  readonly maxSeconds?: number;
}

/** What ended a point. */
export type StoppedBy = "errors" | "frames" | "time";

/** The published part of a point. */
export interface PointState {
  /** Counts of chunks 0 … chunks − 1. */
  readonly counts: ChunkCounts;
  /** Length of the prefix. */
  readonly chunks: number;
  /** Nothing if the point needs more chunks. */
  readonly stoppedBy?: StoppedBy;
}

/**
 * The shortest prefix of chunks that meets the rule on errors or frames: a function of the chunks' counts alone, not of
 * who did them, in which order or how many more were done. If no prefix does, the longest one without a gap, stopped
 * by time if the time is up.
 * @param chunks counts by chunk index.
 * @param seconds engine seconds spent on all of them.
 */
export function pointState(chunks: ReadonlyMap<number, ChunkCounts>, seconds: number, rule: StoppingRule): PointState {
  let counts = ZERO_COUNTS;
  for (let chunk = 0; ; chunk++) {
    const next = chunks.get(chunk);
    if (next === undefined) {
      const timeUp = rule.maxSeconds !== undefined && seconds >= rule.maxSeconds && chunk > 0;
      return { counts, chunks: chunk, stoppedBy: timeUp ? "time" : undefined };
    }
    counts = addCounts(counts, next);
    if (counts.frameErrors >= rule.maxErrors) return { counts, chunks: chunk + 1, stoppedBy: "errors" };
    if (counts.frames >= rule.maxFrames) return { counts, chunks: chunk + 1, stoppedBy: "frames" };
  }
}

/**
 * Whether a finished point is good enough that the sweep need not go further: its FER is below the target. Without any
 * error that is known only if the upper bound of the FER is below the target.
 */
export function targetReached(state: PointState, targetFer: number | undefined): boolean {
  if (targetFer === undefined || state.stoppedBy === undefined) return false;
  const { frameErrors, frames } = state.counts;
  const { value, high } = clopperPearson(frameErrors, frames);
  return (frameErrors === 0 ? high : value) < targetFer;
}

/**
 * Length of the prefix that the rule will probably need, by the frame errors seen so far; at least one chunk more than
 * the prefix that there is. While no error has been seen, twice the chunks that are done or under way, and some.
 * @param state the prefix so far.
 * @param done counts of all chunks done, the prefix or not.
 * @param underWay chunks that someone is working on.
 */
export function chunksNeeded(
  state: PointState,
  done: ChunkCounts,
  underWay: number,
  rule: StoppingRule,
  chunkFrames: number,
): number {
  const byFrames = Math.ceil(rule.maxFrames / chunkFrames);
  const byErrors =
    done.frameErrors > 0
      ? Math.ceil((rule.maxErrors * done.frames) / (done.frameErrors * chunkFrames))
      : 2 * (done.frames / chunkFrames + underWay) + 1;
  return Math.min(byFrames, Math.max(byErrors, state.chunks + 1));
}
