import { type Sweep, sweepDone } from "../sweep.ts";
import { type Estimated, type OpenPoint, type Speed, timeLeft } from "./time-left.ts";

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
 * @example
 * timeLeftOfRuns([{ sweep, points, speed: { framesPerSecond: 5e6, busy: 2 } }]); // { least: 12, most: 340, unknown: 0 }
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
