import { InputError } from "../../errors.ts";
import { type ChunkBlock, untilWrong } from "../chunks/chunk-block.ts";
import { rangeEnd } from "../chunks/chunk-range.ts";
import type { TaskChunks } from "../chunks/task-chunks.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../counts.ts";
import { clopperPearson } from "../statistics/statistics.ts";
import { canonicalJson } from "../task.ts";
import { type EventLimit, eventLimits, LIMITS, reachedLimit, type StoppedBy, type Stopping } from "./limits.ts";

/** The published part of a point. */
export interface PointState {
  /** Counts of the published chunks. */
  readonly counts: ChunkCounts;
  /** Number of the published chunks: chunks 0 … chunks − 1, or the first chunks of a part. */
  readonly chunks: number;
  /** Undefined if the point needs more chunks. */
  readonly stoppedBy?: StoppedBy;
}

/**
 * The shortest prefix of chunks that meets the rule on events or frames: a function of the chunks' counts alone. Workers,
 * their order and further chunks do not change it. If no prefix meets the rule, the longest one without a gap, stopped by
 * time if the time is up.
 * @throws InputError if the rule is shorter than the rule under which the chunks were recorded.
 */
export function pointState(chunks: TaskChunks, rule: Stopping): PointState {
  const known = states.get(chunks);
  if (known !== undefined && known.version === chunks.version && sameRule(known.rule, rule)) return known.state;
  const state = findState(chunks, rule);
  states.set(chunks, { version: chunks.version, rule, state });
  return state;
}

/** Cache of the last state of each task's chunks: displays and workers read finished points repeatedly. */
const states = new WeakMap<TaskChunks, { version: number; rule: Stopping; state: PointState }>();

function sameRule(a: Stopping, b: Stopping): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

function findState(chunks: TaskChunks, rule: Stopping): PointState {
  const { chunkFrames, prefix } = chunks;
  const limits = eventLimits(rule);
  const limit = chunkLimit(rule, chunkFrames);
  const least = leastChunks(rule, chunkFrames);
  const end = reachedLimit(limits, prefix.counts) && endByEvents(chunks, limits, limit, least);
  if (end !== undefined) return { ...end, stoppedBy: reachedLimit(limits, end.counts)?.stoppedBy };
  if (prefix.next >= limit) return { ...endByFrames(chunks, limit), stoppedBy: "frames" };
  const isTime = rule.maxSeconds !== undefined && chunks.seconds >= rule.maxSeconds;
  const timeUp = isTime && prefix.chunks > 0 && prefix.next >= least;
  return { counts: prefix.counts, chunks: prefix.chunks, stoppedBy: timeUp ? "time" : undefined };
}

type Prefix = Pick<PointState, "counts" | "chunks">;

/** The prefix with the fewest chunks that ends with a wrong chunk and reaches a limit; undefined if no prefix does. */
function endByEvents(
  chunks: TaskChunks,
  limits: readonly EventLimit[],
  limit: number,
  least: number,
): Prefix | undefined {
  let counts = ZERO_COUNTS;
  let done = 0;
  for (const block of chunks.prefixBlocks()) {
    if (block.first >= limit) break;
    const before = counts;
    const reached = reachedLimit(limits, addCounts(before, block.counts));
    if (reached !== undefined && rangeEnd(block) >= least && block.counts.frameErrors > 0) {
      const { wrong } = block;
      if (wrong === undefined) throw shorterRule(chunks, block, reached.option);
      const end = untilWrong(
        { ...block, wrong },
        chunks.chunkFrames,
        (within, next) => next >= least && reachedLimit(limits, addCounts(before, within)) !== undefined,
      );
      if (end !== undefined) {
        if (block.first + end.chunks > limit) throw shorterRule(chunks, block, MAX_FRAMES);
        return { counts: addCounts(counts, end.counts), chunks: done + end.chunks };
      }
    }
    counts = addCounts(counts, block.counts);
    done += block.count;
  }
  return undefined;
}

const MAX_FRAMES = `--${LIMITS.maxFrames.option}`;

/** The prefix up to the limit. */
function endByFrames(chunks: TaskChunks, limit: number): Prefix {
  let counts = ZERO_COUNTS;
  let done = 0;
  for (const block of chunks.prefixBlocks()) {
    if (block.first >= limit) break;
    if (rangeEnd(block) > limit) throw shorterRule(chunks, block, MAX_FRAMES);
    counts = addCounts(counts, block.counts);
    done += block.count;
  }
  return { counts, chunks: done };
}

function shorterRule(chunks: TaskChunks, { first }: ChunkBlock, option: string): InputError {
  return new InputError(
    `was recorded under a larger ${option} than the run has now: run the command with that again`,
    chunks.sourceOf(first),
  );
}

/** The exclusive bound of the chunk with which a point ends by frames at the latest. */
export function chunkLimit({ maxFrames }: Pick<Stopping, "maxFrames">, chunkFrames: number): number {
  return Math.ceil(maxFrames / chunkFrames);
}

/** The chunk before which neither events nor time can end a point. */
export function leastChunks({ minFrames = 0 }: Stopping, chunkFrames: number): number {
  return Math.ceil(minFrames / chunkFrames);
}

/**
 * Whether a finished point makes further points unnecessary: its FER is below the target. A point without errors is
 * below the target only if the upper bound of its FER is.
 */
export function targetReached(state: PointState, { targetFer }: Stopping): boolean {
  if (targetFer === undefined || state.stoppedBy === undefined) return false;
  const { frameErrors, frames } = state.counts;
  const { value, high } = clopperPearson(frameErrors, frames);
  return (frameErrors === 0 ? high : value) < targetFer;
}

/**
 * Blocks of a run without the counts of single chunks, in ranges where no counts of earlier chunks could end the point.
 * @param chunks the known chunks of the task.
 * @param first the first chunk of the run.
 * @param rule the rule of the whole run, not of a part: parts are merged.
 */
export function* withPossibleEnds(
  blocks: Iterable<ChunkBlock>,
  chunks: TaskChunks,
  first: number,
  rule: Stopping,
): Generator<ChunkBlock> {
  const events = eventLimits(rule).map(({ count, most }) => ({
    count,
    most,
    atMost: chunks.countAtMost(count, first),
  }));
  for (const block of blocks) {
    for (const event of events) event.atMost += block.counts[event.count];
    yield events.some(({ atMost, most }) => atMost >= most) ? block : { ...block, wrong: undefined };
  }
}
