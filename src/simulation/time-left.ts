import type { TaskChunks } from "./chunks/task-chunks.ts";
import { maySkipPoints, pointBounds } from "./stopping.ts";
import { type Sweep, type SweepPoint, sweepDone, sweepRule } from "./sweep.ts";

/** The joint speed of all workers on a sweep. */
export interface Speed {
  /** Frames per second of the clock. */
  readonly framesPerSecond: number;
  /** Engine seconds per second of the clock: the number of busy workers. */
  readonly busy: number;
}

/** Bounds of an estimate. */
export interface Estimated {
  readonly least: number;
  readonly most: number;
}

/** The data of a point for an estimate. */
export interface OpenPoint extends Pick<SweepPoint, "status"> {
  readonly all: Pick<TaskChunks, "total" | "seconds">;
}

/** The frames that a point still needs. */
interface Wanted extends Estimated {
  /** Engine seconds after which the rule ends the point. */
  readonly seconds: number;
}

/**
 * Remaining time of a sweep, in seconds of the clock. A point with errors needs frames until it reaches the rule's
 * number of errors at its present FER. A point without errors needs at most the frames of the rule, and at least the
 * number of frames of the worse channels before it, because the FER falls along a sweep.
 * @returns undefined without workers; equal bounds if every open point has errors.
 */
export function timeLeft(sweep: Sweep, points: readonly OpenPoint[], speed: Speed): Estimated | undefined {
  if (!(speed.framesPerSecond > 0)) return undefined;
  let least = 0;
  let most = 0;
  for (const left of pointTimesLeft(sweep, points, speed)) {
    least += left?.least ?? 0;
    most += left?.most ?? 0;
  }
  return { least, most };
}

/**
 * Remaining time of each point alone, as `timeLeft` adds them up; undefined for a point that is done or skipped, and for all without
 * workers.
 */
export function pointTimesLeft(
  sweep: Sweep,
  points: readonly OpenPoint[],
  { framesPerSecond, busy }: Speed,
): (Estimated | undefined)[] {
  if (!(framesPerSecond > 0)) return points.map(() => undefined);
  return wantedFrames(sweep, points).map((wanted) => {
    if (wanted === undefined) return undefined;
    const byClock = busy > 0 ? wanted.seconds / busy : Number.POSITIVE_INFINITY;
    const seconds = (frames: number) => Math.min(frames / framesPerSecond, byClock);
    return { least: seconds(wanted.least), most: seconds(wanted.most) };
  });
}

/** The frames that each point still needs; undefined for a point that is done or skipped. */
function wantedFrames(sweep: Sweep, points: readonly OpenPoint[]): (Wanted | undefined)[] {
  const rule = sweepRule(sweep);
  /** The largest total number of frames among the points before a point. */
  let before = 0;
  return points.map(({ all, status }) => {
    const { least, most, expected, seconds } = pointBounds(all, rule, sweep.part?.of ?? 1);
    before = Math.max(before, least, Math.min(most, expected ?? 0));
    if (status === "done" || status === "skipped") return undefined;
    const left = (total: number) => Math.max(0, Math.min(most, total) - all.total.frames);
    if (expected !== undefined) return { least: left(expected), most: left(expected), seconds };
    const mayBeSkipped = maySkipPoints(rule) && status === "waiting";
    return { least: mayBeSkipped ? 0 : left(before), most: left(most), seconds };
  });
}

/** Progress of one of several runs. */
export interface RunProgress {
  readonly sweep: Sweep;
  readonly points: readonly OpenPoint[];
  /** Speed of the run's workers; undefined without workers. */
  readonly speed?: Speed;
}

/** Bounds of the remaining time of several runs, in seconds. */
export interface RunsTimeLeft extends Estimated {
  /** Number of unfinished runs that the bounds leave out, because the speed of their decoder is unknown. */
  readonly unknown: number;
}

/**
 * Remaining time of several runs, in seconds of the clock, if the workers of all runs share the work. A run has the
 * speed of its own workers, else the speed of its recorded chunks, else the speed of the runs with the same decoder in
 * coded bits per second.
 * @returns undefined without workers.
 */
export function timeLeftOfRuns(runs: readonly RunProgress[]): RunsTimeLeft | undefined {
  const busy = runs.reduce((sum, { speed }) => sum + (speed?.busy ?? 0), 0);
  if (!(busy > 0)) return undefined;
  const bitsPerSecond = decoderSpeeds(runs);
  let [least, most, unknown] = [0, 0, 0];
  for (const run of runs) {
    if (sweepDone(run.points)) continue;
    const ofDecoder = bitsPerSecond.get(run.sweep.tasks[0].decoder) ?? Number.NaN;
    const ofOneWorker = ownSpeed(run) ?? ofDecoder / codedBits(run.sweep);
    const left = timeLeft(run.sweep, run.points, { framesPerSecond: ofOneWorker * busy, busy });
    if (left === undefined) unknown++;
    else [least, most] = [least + left.least, most + left.most];
  }
  return { least, most, unknown };
}

/** Frames per second of one worker on a run; undefined before its first chunk. */
function ownSpeed({ points, speed }: RunProgress): number | undefined {
  if (speed !== undefined && speed.busy > 0) return speed.framesPerSecond / speed.busy;
  const { frames, seconds } = done(points);
  return seconds > 0 ? frames / seconds : undefined;
}

/** Coded bits per second of one worker, by decoder: over all chunks of the runs with it. */
function decoderSpeeds(runs: readonly RunProgress[]): ReadonlyMap<string, number> {
  const sums = new Map<string, { bits: number; seconds: number }>();
  for (const { sweep, points } of runs) {
    const { frames, seconds } = done(points);
    const { decoder } = sweep.tasks[0];
    const sum = sums.get(decoder) ?? { bits: 0, seconds: 0 };
    sums.set(decoder, { bits: sum.bits + frames * codedBits(sweep), seconds: sum.seconds + seconds });
  }
  return new Map([...sums].map(([decoder, { bits, seconds }]) => [decoder, bits / seconds]));
}

/** Frames and engine seconds of all points. */
function done(points: readonly OpenPoint[]): { readonly frames: number; readonly seconds: number } {
  const sum = (of: (point: OpenPoint) => number) => points.reduce((total, point) => total + of(point), 0);
  return { frames: sum(({ all }) => all.total.frames), seconds: sum(({ all }) => all.seconds) };
}

function codedBits({ symbols, bitsPerSymbol }: Sweep): number {
  return symbols * bitsPerSymbol;
}
