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
  let { counts, chunk } = prefixOf(chunks, rule);
  try {
    for (;;) {
      // Asked first, so that a prefix that met the rule the last time is found again.
      if (chunk > 0 && counts.frameErrors >= rule.maxErrors) return { counts, chunks: chunk, stoppedBy: "errors" };
      if (chunk > 0 && counts.frames >= rule.maxFrames) return { counts, chunks: chunk, stoppedBy: "frames" };
      const next = chunks.get(chunk);
      if (next === undefined) {
        const timeUp = rule.maxSeconds !== undefined && seconds >= rule.maxSeconds && chunk > 0;
        return { counts, chunks: chunk, stoppedBy: timeUp ? "time" : undefined };
      }
      counts = addCounts(counts, next);
      chunk++;
    }
  } finally {
    prefixes.set(chunks, { maxErrors: rule.maxErrors, maxFrames: rule.maxFrames, counts, chunk });
  }
}

/** How far the prefix of a growing set of chunks has been added up: millions of chunks are looked at again and again. */
const prefixes = new WeakMap<
  ReadonlyMap<number, ChunkCounts>,
  Pick<StoppingRule, "maxErrors" | "maxFrames"> & { counts: ChunkCounts; chunk: number }
>();

function prefixOf(chunks: ReadonlyMap<number, ChunkCounts>, { maxErrors, maxFrames }: StoppingRule) {
  const known = prefixes.get(chunks);
  const same = known !== undefined && known.maxErrors === maxErrors && known.maxFrames === maxFrames;
  return same ? known : { counts: ZERO_COUNTS, chunk: 0 };
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
