import { z } from "zod";
import { InputError } from "../errors.ts";
import type { ChunkCounts } from "./chunk.ts";
import { type ChunkBlock, untilWrong } from "./chunk-block.ts";
import { rangeEnd } from "./chunk-range.ts";
import { addCounts, ZERO_COUNTS } from "./counts.ts";
import { type Part, shareFrom } from "./part.ts";
import { clopperPearson } from "./statistics/statistics.ts";
import { canonicalJson } from "./task.ts";
import type { TaskChunks } from "./task-chunks.ts";

const COUNT = z.number().int().positive();

/** What run.json says of stopping: the rule of a point, and of the sweep. */
export const STOPPING = z.strictObject({
  /** Frame errors. */
  maxErrors: COUNT,
  /** Frames; chunks are whole, so up to one chunk less a frame more are published. */
  maxFrames: COUNT,
  /** Frames before which neither errors nor time end the point; it then ends at the next wrong chunk. */
  minFrames: COUNT.optional(),
  /** Engine seconds spent on the point, summed over all chunks and workers in the ledger. */
  maxSeconds: z.number().positive().optional(),
  /** Points after one whose FER is below are left out. */
  targetFer: z.number().positive().optional(),
});

export type Stopping = Readonly<z.infer<typeof STOPPING>>;

/** When a point has been simulated enough. "No errors seen" is never a reason to stop. */
export type StoppingRule = Omit<Stopping, "targetFer">;

/** What two runs that become one need to know of a part of their rules. */
interface Limit {
  /** Which of two values makes the longer run. */
  readonly longer: "larger" | "smaller";
  /** What a rule without it would have here. */
  readonly absent: number;
  /** The option that says it, if what was published would shrink with a shorter one. */
  readonly option?: string;
}

const LIMITS: Readonly<Record<keyof Stopping, Limit>> = {
  maxErrors: { longer: "larger", absent: Number.POSITIVE_INFINITY, option: "--max-errors" },
  maxFrames: { longer: "larger", absent: Number.POSITIVE_INFINITY, option: "--max-frames" },
  minFrames: { longer: "larger", absent: 0, option: "--min-frames" },
  maxSeconds: { longer: "larger", absent: Number.POSITIVE_INFINITY },
  targetFer: { longer: "smaller", absent: 0 },
};

const LIMIT_NAMES = Object.keys(LIMITS) as (keyof Stopping)[];

/** What options say of stopping, without the others. */
export function stoppingOf(options: Stopping): Stopping {
  return STOPPING.strip().parse(options);
}

/** The longest rule of two runs: what either would have simulated. */
export function longestStopping(a: Stopping, b: Stopping): Stopping {
  const entries = LIMIT_NAMES.map((name) => {
    const { longer, absent } = LIMITS[name];
    const value = (longer === "larger" ? Math.max : Math.min)(a[name] ?? absent, b[name] ?? absent);
    return [name, value === absent ? undefined : value];
  });
  return stoppingOf(Object.fromEntries(entries));
}

/** The first option by which a run would lose what it has published under another rule; nothing if there is none. */
export function shorterOption(
  old: Stopping,
  now: Stopping,
): { readonly option: string; readonly was?: number; readonly is?: number } | undefined {
  for (const name of LIMIT_NAMES) {
    const { absent, option } = LIMITS[name];
    if (option === undefined || (now[name] ?? absent) >= (old[name] ?? absent)) continue;
    return { option, was: old[name], is: now[name] };
  }
  return undefined;
}

/** What ended a point. */
export type StoppedBy = "errors" | "frames" | "time";

/** The published part of a point. */
export interface PointState {
  /** Counts of the published chunks. */
  readonly counts: ChunkCounts;
  /** Number of the published chunks: 0 … chunks − 1, or of a part its first ones. */
  readonly chunks: number;
  /** Nothing if the point needs more chunks. */
  readonly stoppedBy?: StoppedBy;
}

/**
 * The rule of one part: its share of the errors and seconds, and of the frames those that are its own. The errors get a
 * margin of two standard deviations, so that in about nine of ten cases four parts together have the errors of the rule.
 */
export function ruleOfPart(rule: StoppingRule, { of }: Part): StoppingRule {
  const { maxErrors, maxSeconds } = rule;
  const errors = maxErrors / of;
  return {
    ...rule,
    maxErrors: of === 1 ? maxErrors : Math.ceil(errors + 2 * Math.sqrt(errors)),
    maxSeconds: maxSeconds === undefined ? undefined : maxSeconds / of,
  };
}

/**
 * The shortest prefix of chunks that meets the rule on errors or frames: a function of the chunks' counts alone, not of
 * who did them, in which order or how many more were done. If no prefix does, the longest one without a gap, stopped
 * by time if the time is up.
 * @throws InputError if the rule is shorter than one that the chunks were recorded under.
 */
export function pointState(chunks: TaskChunks, rule: StoppingRule): PointState {
  const known = states.get(chunks);
  if (known !== undefined && known.version === chunks.version && sameRule(known.rule, rule)) return known.state;
  const state = findState(chunks, rule);
  states.set(chunks, { version: chunks.version, rule, state });
  return state;
}

/** The last state of each: a point that is done is looked at again and again. */
const states = new WeakMap<TaskChunks, { version: number; rule: StoppingRule; state: PointState }>();

function sameRule(a: StoppingRule, b: StoppingRule): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

function findState(chunks: TaskChunks, rule: StoppingRule): PointState {
  const { chunkFrames, prefix } = chunks;
  const limit = chunkLimit(rule, chunkFrames);
  const least = leastChunks(rule, chunkFrames);
  const end = prefix.counts.frameErrors < rule.maxErrors ? undefined : endByErrors(chunks, rule, limit, least);
  if (end !== undefined) return { ...end, stoppedBy: "errors" };
  if (prefix.next >= limit) return { ...endByFrames(chunks, limit), stoppedBy: "frames" };
  const isTime = rule.maxSeconds !== undefined && chunks.seconds >= rule.maxSeconds;
  const timeUp = isTime && prefix.chunks > 0 && prefix.next >= least;
  return { counts: prefix.counts, chunks: prefix.chunks, stoppedBy: timeUp ? "time" : undefined };
}

type Prefix = Pick<PointState, "counts" | "chunks">;

/** The shortest prefix that ends with a wrong chunk, has the errors and the least chunks; nothing if there is none. */
function endByErrors(chunks: TaskChunks, rule: StoppingRule, limit: number, least: number): Prefix | undefined {
  let counts = ZERO_COUNTS;
  let done = 0;
  for (const block of chunks.prefixBlocks()) {
    if (block.first >= limit) break;
    const before = counts.frameErrors;
    const mayEnd = before + block.counts.frameErrors >= rule.maxErrors && rangeEnd(block) >= least;
    if (mayEnd && block.counts.frameErrors > 0) {
      const isEnd = (errors: number, next: number) => before + errors >= rule.maxErrors && next >= least;
      const end = endWithin(chunks, block, isEnd);
      if (end !== undefined) {
        if (block.first + end.chunks > limit) throw shorterRule(chunks, block, "--max-frames");
        return { counts: addCounts(counts, end.counts), chunks: done + end.chunks };
      }
    }
    counts = addCounts(counts, block.counts);
    done += block.count;
  }
  return undefined;
}

/** The prefix up to the limit. */
function endByFrames(chunks: TaskChunks, limit: number): Prefix {
  let counts = ZERO_COUNTS;
  let done = 0;
  for (const block of chunks.prefixBlocks()) {
    if (block.first >= limit) break;
    if (rangeEnd(block) > limit) throw shorterRule(chunks, block, "--max-frames");
    counts = addCounts(counts, block.counts);
    done += block.count;
  }
  return { counts, chunks: done };
}

/** The first end in a block with wrong chunks; nothing if there is none. */
function endWithin(
  chunks: TaskChunks,
  block: ChunkBlock,
  isEnd: (errors: number, next: number) => boolean,
): Prefix | undefined {
  const { wrong } = block;
  if (wrong === undefined) throw shorterRule(chunks, block, "--max-errors");
  return untilWrong({ ...block, wrong }, chunks.chunkFrames, isEnd);
}

function shorterRule(chunks: TaskChunks, { first }: ChunkBlock, option: string): InputError {
  return new InputError(
    `was recorded under a larger ${option} than the run has now: run the command with that again`,
    chunks.sourceOf(first),
  );
}

/** The chunk with which a point ends by frames at the latest is the one before this. */
export function chunkLimit({ maxFrames }: Pick<StoppingRule, "maxFrames">, chunkFrames: number): number {
  return Math.ceil(maxFrames / chunkFrames);
}

/** The chunk before which neither errors nor time end a point. */
function leastChunks({ minFrames = 0 }: StoppingRule, chunkFrames: number): number {
  return Math.ceil(minFrames / chunkFrames);
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
 * The chunk before which the rule will probably be met, by the frame errors seen so far; at least one chunk more than the
 * prefix that there is. While no error has been seen, twice the chunks that are done or under way, and some.
 * @param underWay chunks that someone is working on.
 * @param part of which the chunks are, and the rule.
 */
export function chunksNeeded(chunks: TaskChunks, underWay: number, rule: StoppingRule, part?: Part): number {
  const { chunkFrames, total, prefix } = chunks;
  const least = leastChunks(rule, chunkFrames);
  // With errors enough before the least frames, one more ends the point.
  const errors = least > 0 ? Math.max(rule.maxErrors, total.frameErrors + 1) : rule.maxErrors;
  const byErrors =
    total.frameErrors > 0
      ? Math.ceil((errors * total.frames) / (total.frameErrors * chunkFrames))
      : 2 * (chunks.chunks + underWay) + 1;
  const chunk = byErrors * (part?.of ?? 1);
  const next = part === undefined ? prefix.next + 1 : shareFrom(part, prefix.next).first + 1;
  return Math.min(chunkLimit(rule, chunkFrames), Math.max(chunk, next, least));
}
