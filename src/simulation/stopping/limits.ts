import { z } from "zod/mini";
import type { ChunkCounts, CountName } from "../counts.ts";

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
export const LIMIT_ENTRIES = Object.entries(LIMITS) as readonly (readonly [LimitName, Limit])[];

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

/** The limits on events in a rule. */
export function eventLimits(rule: Stopping): EventLimit[] {
  return LIMIT_ENTRIES.flatMap(([name, { events, option, stoppedBy }]) => {
    const most = rule[name];
    if (events === undefined || most === undefined) return [];
    return [{ ...events, most, option: `--${option}`, stoppedBy: stoppedBy as StoppedBy }];
  });
}

/** The first limit that the counts of a point reach; undefined if they reach none. */
export function reachedLimit(limits: readonly EventLimit[], counts: ChunkCounts): EventLimit | undefined {
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
