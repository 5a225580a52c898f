import type { TaskChunks } from "../chunks/task-chunks.ts";
import { pointBounds } from "../stopping/forecast.ts";
import { maySkipPoints } from "../stopping/rules.ts";
import { type Sweep, type SweepPoint, sweepRule } from "../sweep.ts";

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
 * @example
 * timeLeft(sweep, sweepPoints(sweep, ledger), { framesPerSecond: 5e6, busy: 2 }); // { least: 12, most: 340 }
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
