import { z } from "zod/mini";
import { InputError } from "../errors.ts";
import { type ChunkBlock, rangeEnd, untilWrong } from "./chunks/chunk-block.ts";
import type { TaskChunks } from "./chunks/task-chunks.ts";
import { addCounts, type ChunkCounts, type CountName, ZERO_COUNTS } from "./counts.ts";
import { type Part, shareFrom } from "./part.ts";
import { clopperPearson } from "./statistics.ts";
import { canonicalJson } from "./task.ts";

const COUNT = z.int().check(z.positive());

/**
 * A limit of a stopping rule. The schema of run.json, the options of commands, the reasons in points.csv, the limits of parts, the
 * forecasts and the display follow from it.
 */
interface Limit {
  readonly schema: z.ZodMiniType;
  /** The name of the option of `ldpc simulate`. */
  readonly option: string;
  /** The value of a run without the option; a run has no such limit if left out. */
  readonly default?: number;
  /** The value that makes the longer run: the larger or the smaller of two. */
  readonly longer: "larger" | "smaller";
  /** The value that has the same effect as no limit. */
  readonly absent: number;
  /** Whether a lower limit would remove published results. */
  readonly isPublished?: true;
  /** The word in `stopped_by` for a point that this limit ended. */
  readonly stoppedBy?: string;
  /** The limited events, as text after a number. A point ends at the first wrong frame with which the events reach the limit. */
  readonly events?: { readonly count: CountName; readonly noun: string };
  /** The limit of one of several parts of a run; the limit of the run if left out. */
  readonly ofPart?: (limit: number, parts: number) => number;
}

/** A part's share of events, plus two standard deviations: in about nine of ten cases four parts together have the events of the run. */
const eventsOfPart = (limit: number, parts: number) => Math.ceil(limit / parts + 2 * Math.sqrt(limit / parts));

/** Every limit of a rule, in the order of precedence of reasons to stop. */
export const LIMITS = {
  maxErrors: {
    schema: COUNT,
    option: "max-errors",
    default: 100,
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    isPublished: true,
    stoppedBy: "errors",
    events: { count: "frameErrors", noun: "frame errors" },
    ofPart: eventsOfPart,
  },
  /** Wrong frames whose syndrome is zero. */
  maxUndetected: {
    schema: z.optional(COUNT),
    option: "max-undetected",
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    isPublished: true,
    stoppedBy: "undetected",
    events: { count: "undetected", noun: "undetected frame errors" },
    ofPart: eventsOfPart,
  },
  /** Chunks are whole, so up to one chunk less a frame more are published. Parts share the chunks, not the limit. */
  maxFrames: {
    schema: COUNT,
    option: "max-frames",
    default: 1_000_000,
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    isPublished: true,
    stoppedBy: "frames",
  },
  /** Frames before which neither events nor time end the point; it then ends at the next wrong chunk. */
  minFrames: { schema: z.optional(COUNT), option: "min-frames", longer: "larger", absent: 0, isPublished: true },
  /** Engine seconds spent on the point, summed over all chunks and workers in the ledger. */
  maxSeconds: {
    schema: z.optional(z.number().check(z.positive())),
    option: "max-time",
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    stoppedBy: "time",
    ofPart: (limit: number, parts: number) => limit / parts,
  },
  /** Points after one with a lower FER are skipped. */
  targetFer: {
    schema: z.optional(z.number().check(z.positive())),
    option: "target-fer",
    longer: "smaller",
    absent: 0,
  },
} as const satisfies Readonly<Record<string, Limit>>;

type Limits = typeof LIMITS;
type LimitName = keyof Limits;

/** The limits with their names in run.json. */
const LIMIT_ENTRIES = Object.entries(LIMITS) as readonly (readonly [LimitName, Limit])[];

/** The options of `ldpc simulate`, by the names of the limits in run.json. */
export const STOPPING_OPTIONS = Object.fromEntries(LIMIT_ENTRIES.map(([name, { option }]) => [name, option])) as {
  readonly [Name in LimitName]: Limits[Name]["option"];
};

type Schemas = { [Name in LimitName]: Limits[Name]["schema"] };

/** The stopping rule in run.json. The absence of errors is never a reason to stop. */
export const STOPPING = z.strictObject(
  Object.fromEntries(LIMIT_ENTRIES.map(([name, { schema }]) => [name, schema])) as Schemas,
);

/**
 * The limits of a run. A point ends with the first chunk after which one of its limits is reached.
 * - `maxErrors`: frame errors of a point. `maxUndetected`: wrong frames of a point whose syndrome is zero.
 * - `maxFrames`: frames of a point; a point has whole chunks. `minFrames`: frames before which neither errors nor time end a point.
 * - `maxSeconds`: seconds that engines spend on a point, summed over workers.
 * - `targetFer`: a FER, 0 … 1; points after the first one below it are skipped.
 * @example
 * const stopping: Stopping = { maxErrors: 50, maxFrames: 1e6, targetFer: 1e-4 };
 */
export type Stopping = Readonly<z.infer<typeof STOPPING>>;

/** The limit that ended a point. */
export type StoppedBy = {
  [Name in LimitName]: Limits[Name] extends { stoppedBy: infer Word } ? Word : never;
}[LimitName];

/** The words in `stopped_by` for points that are done. */
export const STOPPED_BY = LIMIT_ENTRIES.flatMap(([, { stoppedBy }]) => stoppedBy ?? []) as readonly StoppedBy[];

/** A limit on the number of events of a point. */
export interface EventLimit {
  /** The count of these events. */
  readonly count: CountName;
  /** The number of events that ends a point. */
  readonly most: number;
  readonly noun: string;
  readonly option: string;
  readonly stoppedBy: StoppedBy;
}

export function eventLimits(rule: Stopping): EventLimit[] {
  return LIMIT_ENTRIES.flatMap(([name, { events, option, stoppedBy }]) => {
    const most = rule[name];
    if (events === undefined || most === undefined) return [];
    return [{ ...events, most, option: `--${option}`, stoppedBy: stoppedBy as StoppedBy }];
  });
}

/** The first limit that the counts of a point reach; undefined if they reach none. */
function reachedLimit(limits: readonly EventLimit[], counts: ChunkCounts): EventLimit | undefined {
  return limits.find(({ count, most }) => counts[count] >= most);
}

/** The rule of a run whose options name no limit. */
export const DEFAULT_STOPPING = stoppingOf(
  Object.fromEntries(LIMIT_ENTRIES.map(([name, limit]) => [name, limit.default])),
);

/** The limits among the members of an object. */
export function stoppingOf(members: object): Stopping {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return z.object(STOPPING.shape).parse(Object.fromEntries(given));
}

/** The rule under which a run is at least as long as under each of two rules. */
export function longestStopping(a: Stopping, b: Stopping): Stopping {
  const entries = LIMIT_ENTRIES.map(([name, { longer, absent }]) => {
    const value = (longer === "larger" ? Math.max : Math.min)(a[name] ?? absent, b[name] ?? absent);
    return [name, value === absent ? undefined : value];
  });
  return stoppingOf(Object.fromEntries(entries));
}

/** The first option whose change would lose published results of a run; undefined if no option would. */
export function shorterOption(
  old: Stopping,
  now: Stopping,
): { readonly option: string; readonly was?: number; readonly is?: number } | undefined {
  for (const [name, { absent, option, isPublished }] of LIMIT_ENTRIES) {
    if (!isPublished || (now[name] ?? absent) >= (old[name] ?? absent)) continue;
    return { option: `--${option}`, was: old[name], is: now[name] };
  }
  return undefined;
}

/** The rule of one part of a run. Frames are divided by chunks, so their limits are the limits of the run. */
export function ruleOfPart(rule: Stopping, { of }: Part): Stopping {
  if (of === 1) return rule;
  const shares = LIMIT_ENTRIES.flatMap(([name, { ofPart }]) => {
    const limit = rule[name];
    return ofPart === undefined || limit === undefined ? [] : [[name, ofPart(limit, of)]];
  });
  return { ...rule, ...Object.fromEntries(shares) };
}

/** The texts of a rule's limits, by their options on the command line. */
export function stoppingTexts(rule: Stopping): Record<string, string> {
  const texts = LIMIT_ENTRIES.flatMap(([name, { option }]) => {
    const limit = rule[name];
    return limit === undefined ? [] : [[option, String(limit)]];
  });
  return Object.fromEntries(texts);
}

/** The contradiction within a rule, or between a rule and a part, as the text of an error with the options; undefined if there is none. */
export function contradictionOf({ minFrames = 0, maxFrames, targetFer }: Stopping, part?: Part): string | undefined {
  const option = (name: keyof typeof LIMITS) => `--${LIMITS[name].option}`;
  if (minFrames > maxFrames) {
    return `${option("minFrames")} ${minFrames} is more than ${option("maxFrames")} ${maxFrames}: give fewer`;
  }
  // Each part would use its own frames to decide which points to skip.
  if (part !== undefined && targetFer !== undefined) {
    return `${option("targetFer")} cannot go with --part: name the points instead`;
  }
  return undefined;
}

/** Whether a rule may skip points after the first open one. */
export function maySkipPoints({ targetFer }: Stopping): boolean {
  return targetFer !== undefined;
}

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
function chunkLimit({ maxFrames }: Pick<Stopping, "maxFrames">, chunkFrames: number): number {
  return Math.ceil(maxFrames / chunkFrames);
}

/** The chunk before which neither events nor time can end a point. */
function leastChunks({ minFrames = 0 }: Stopping, chunkFrames: number): number {
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

/**
 * Predicts the chunk before which the rule will be met, from the events so far; at least one chunk after the prefix.
 * Before the first error it is twice the number of completed and running chunks, plus one, or the chunks of the point before.
 * @param underWay number of chunks that workers compute now.
 * @param known `part`: the part to which the chunks and the rule belong; `before`: chunks of the point before, a worse channel, once
 * it has ended: this point hardly needs fewer.
 */
export function chunksNeeded(
  chunks: TaskChunks,
  underWay: number,
  rule: Stopping,
  { part, before = 0 }: { readonly part?: Part; readonly before?: number } = {},
): number {
  const { chunkFrames, total, prefix } = chunks;
  const least = leastChunks(rule, chunkFrames);
  // Once the events suffice before the least frames, one more event ends the point.
  const most = ({ count, most }: EventLimit) => (least > 0 ? Math.max(most, total[count] + 1) : most);
  const byEvents =
    total.frameErrors > 0
      ? Math.min(
          ...seenLimits(rule, total).map((limit) =>
            Math.ceil((most(limit) * total.frames) / (total[limit.count] * chunkFrames)),
          ),
        )
      : Math.max(2 * (chunks.chunks + underWay) + 1, before);
  const chunk = byEvents * (part?.of ?? 1);
  const next = part === undefined ? prefix.next + 1 : shareFrom(part, prefix.next).first + 1;
  return Math.min(chunkLimit(rule, chunkFrames), Math.max(chunk, next, least));
}

/**
 * The bounds that a rule sets to a point with these chunks: the least and the most frames with which it ends, the frames with which events will
 * end it (undefined while it has no error), and the engine seconds after which the rule ends it.
 * @param parts number of parts of the run, whose own frames these are.
 */
export function pointBounds({ total, seconds }: Pick<TaskChunks, "total" | "seconds">, rule: Stopping, parts: number) {
  const { maxFrames, minFrames = 0, maxSeconds = Number.POSITIVE_INFINITY } = rule;
  const byEvents = seenLimits(rule, total).map(({ count, most }) => (most * total.frames) / total[count]);
  return {
    least: minFrames / parts,
    most: maxFrames / parts,
    expected: total.frameErrors === 0 ? undefined : Math.max(minFrames / parts, Math.min(...byEvents)),
    seconds: Math.max(0, maxSeconds - seconds),
  };
}

/** The limits on events that occurred: the rates of all other events are unknown. Every rule limits frame errors. */
function seenLimits(rule: Stopping, total: ChunkCounts): EventLimit[] {
  return eventLimits(rule).filter(({ count }) => total[count] > 0);
}
