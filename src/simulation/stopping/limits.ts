import { z } from "zod/mini";
import type { ChunkCounts, CountName } from "../counts.ts";
import type { Part } from "../part.ts";

const COUNT = z.int().check(z.positive());

/**
 * A limit of a stopping rule. The schema of run.json, the reasons in points.csv, the forecasts and the display follow
 * from it.
 */
interface Limit {
  readonly schema: z.ZodMiniType;
  /** The value that makes the longer run: the larger or the smaller of two. */
  readonly longer: "larger" | "smaller";
  /** The value that has the same effect as no limit. */
  readonly absent: number;
  /** The option of this limit, if a lower limit would remove published results. */
  readonly option?: string;
  /** The word in `stopped_by` for a point that this limit ended. */
  readonly stoppedBy?: string;
  /** The limited events, as text after a number. Only a wrong frame can be such an event. */
  readonly events?: { readonly count: CountName; readonly noun: string };
}

/** Every limit of a rule, in the order of precedence of reasons to stop. */
export const LIMITS = {
  maxErrors: {
    schema: COUNT,
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    option: "--max-errors",
    stoppedBy: "errors",
    events: { count: "frameErrors", noun: "frame errors" },
  },
  /** Wrong frames whose syndrome is zero. */
  maxUndetected: {
    schema: z.optional(COUNT),
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    option: "--max-undetected",
    stoppedBy: "undetected",
    events: { count: "undetected", noun: "undetected frame errors" },
  },
  /** Chunks are whole, so up to one chunk less a frame more are published. */
  maxFrames: {
    schema: COUNT,
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    option: "--max-frames",
    stoppedBy: "frames",
  },
  /** Frames before which neither events nor time end the point; it then ends at the next wrong chunk. */
  minFrames: { schema: z.optional(COUNT), longer: "larger", absent: 0, option: "--min-frames" },
  /** Engine seconds spent on the point, summed over all chunks and workers in the ledger. */
  maxSeconds: {
    schema: z.optional(z.number().check(z.positive())),
    longer: "larger",
    absent: Number.POSITIVE_INFINITY,
    stoppedBy: "time",
  },
  /** Points after one with a lower FER are skipped. */
  targetFer: { schema: z.optional(z.number().check(z.positive())), longer: "smaller", absent: 0 },
} as const satisfies Readonly<Record<string, Limit>>;

type Limits = typeof LIMITS;
type LimitName = keyof Limits;

const ENTRIES: readonly (readonly [LimitName, Limit])[] = Object.entries(LIMITS) as [LimitName, Limit][];

type Schemas = { [Name in LimitName]: Limits[Name]["schema"] };

/** The stopping rules in run.json: of a point, and of the sweep. */
export const STOPPING = z.strictObject(
  Object.fromEntries(ENTRIES.map(([name, { schema }]) => [name, schema])) as Schemas,
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

/** The stopping rule of a point. The absence of errors is never a reason to stop. */
export type StoppingRule = Omit<Stopping, "targetFer">;

/** The limit that ended a point. */
export type StoppedBy = {
  [Name in LimitName]: Limits[Name] extends { stoppedBy: infer Word } ? Word : never;
}[LimitName];

/** The words in `stopped_by` for points that are done. */
export const STOPPED_BY = ENTRIES.flatMap(([, { stoppedBy }]) => stoppedBy ?? []) as readonly StoppedBy[];

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

/** The limits on events in a rule. */
export function eventLimits(rule: StoppingRule): EventLimit[] {
  return ENTRIES.flatMap(([name, { events, option, stoppedBy }]) => {
    const most = (rule as Stopping)[name];
    if (events === undefined || most === undefined) return [];
    return [{ ...events, most, option: option as string, stoppedBy: stoppedBy as StoppedBy }];
  });
}

/** The first limit that the counts of a point reach; undefined if they reach none. */
export function reachedLimit(limits: readonly EventLimit[], counts: ChunkCounts): EventLimit | undefined {
  return limits.find(({ count, most }) => counts[count] >= most);
}

/** The stopping limits among a command's options. */
export function stoppingOf(options: Stopping): Stopping {
  return z.object(STOPPING.shape).parse(options);
}

/** The rule under which a run is at least as long as under each of two rules. */
export function longestStopping(a: Stopping, b: Stopping): Stopping {
  const entries = ENTRIES.map(([name, { longer, absent }]) => {
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
  for (const [name, { absent, option }] of ENTRIES) {
    if (option === undefined || (now[name] ?? absent) >= (old[name] ?? absent)) continue;
    return { option, was: old[name], is: now[name] };
  }
  return undefined;
}

/**
 * The rule of one part: its share of the events and seconds; frames are divided by chunk. Events get a margin of two standard
 * deviations, so that in about nine of ten cases four parts together have the events of the rule.
 */
export function ruleOfPart(rule: StoppingRule, { of }: Part): StoppingRule {
  if (of === 1) return rule;
  const shares = ENTRIES.flatMap(([name, { events }]) => {
    const most = (rule as Stopping)[name];
    if (events === undefined || most === undefined) return [];
    return [[name, Math.ceil(most / of + 2 * Math.sqrt(most / of))]];
  });
  const { maxSeconds } = rule;
  return {
    ...rule,
    ...Object.fromEntries(shares),
    maxSeconds: maxSeconds === undefined ? undefined : maxSeconds / of,
  };
}
