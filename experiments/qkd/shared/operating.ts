import { z } from "zod";
import { binaryEntropy } from "../../../src/reconciliation.ts";
import {
  addHistograms,
  type IterationHistogram,
  iterationMean,
} from "../../../src/simulation/bench/iteration-histogram.ts";
import { clopperPearson } from "../../../src/simulation/statistics/statistics.ts";
import { MeasurementFile, type MeasurementKind } from "../../shared/measurement-file.ts";
import type { Identity } from "../../shared/runner/identity.ts";
import { type PreparedCase, qberPoint } from "./measure.ts";

const POINT = z.strictObject({
  /** Code whose information columns are used. */
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** n and M of the information columns. */
  bits: z.int().positive(),
  checks: z.int().positive(),
  /** Share of failed frames that the upper end of its 95 % interval stays below. */
  limit: z.number(),
  /** Highest QBER in percent; null if none works. */
  qber: z.number().nullable(),
  /** Frames at this QBER, and the number of them that did not end with Alice's word. */
  frames: z.int().nonnegative(),
  failures: z.int().nonnegative(),
  /** Average number of iterations. */
  iterations: z.number().nonnegative(),
  /** On the device, sampling to counters. */
  seconds: z.number().nonnegative(),
  /** Of an iteration of one frame, by the model of the decoder's program. */
  bytesPerIteration: z.number().positive(),
  /** Bytes read and written by a copy on the device. */
  copyBytesPerSecond: z.number().positive(),
  /** The tested QBERs: [QBER in percent, frames, failures]. */
  tried: z.array(z.tuple([z.number(), z.int(), z.int()])),
});

/** The highest QBER at which a decoder of a code works. */
export type OperatingPoint = Readonly<z.infer<typeof POINT>>;

const POINTS: MeasurementKind<OperatingPoint> = {
  experiment: "qkd-operating-points",
  schema: POINT,
  key: (point) => pointKey(point.code, point.decoder),
};

export type PointFile = MeasurementFile<OperatingPoint>;

/** @throws InputError as `MeasurementFile.read`. */
export function readPoints(path: string): PointFile {
  return MeasurementFile.read(POINTS, path);
}

/** @throws InputError as `MeasurementFile.open`. */
export function openPoints(path: string, identity: Identity): PointFile {
  return MeasurementFile.open(POINTS, path, identity);
}

export function pointKey(code: string, decoder: string): string {
  return JSON.stringify([code, decoder]);
}

/**
 * Most failures among `frames` frames whose 95 % interval ends at or below the limit; −1 if even no failure exceeds it.
 */
export function failuresAllowed(frames: number, limit: number): number {
  let failures = -1;
  while (failures < frames && clopperPearson(failures + 1, frames).high <= limit) failures++;
  return failures;
}

/**
 * The largest of the whole numbers `low` … `high` for which `works` is true, by bisection, for a property that holds up
 * to some number. It assumes that `low` works and `high` does not.
 */
export async function lastWorking(
  low: number,
  high: number,
  works: (value: number) => Promise<boolean>,
): Promise<number> {
  let [good, bad] = [low, high];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Settings of the search for an operating point. */
export interface SearchOptions {
  /** Frames of each QBER near the limit. */
  readonly frames: number;
  readonly seed: number;
  /** Share of failed frames. */
  readonly limit: number;
  /** Copy bandwidth of the device. */
  readonly copyBytesPerSecond: number;
}

/** Steps of the QBER in one percent. */
const STEPS = 10;
/** Number of frames that rejects a QBER far beyond the limit. */
const FIRST_FRAMES = 512;

/**
 * The highest QBER, in steps of 0.1 %, at which the failures of `frames` frames have a 95 % interval (Clopper–Pearson)
 * up to the limit: by bisection below the QBER at which h(QBER) equals the rate of the syndrome, M/n. The search leaves
 * a QBER once its failures exceed the number allowed for all its frames. A failure is a frame that did not converge, or
 * that converged to another word.
 */
export async function operatingPoint(
  prepared: PreparedCase,
  code: string,
  { frames, seed, limit, copyBytesPerSecond }: SearchOptions,
  share: (done: number) => void,
): Promise<OperatingPoint> {
  const { bits, checks, decoder, bytesPerIteration } = prepared;
  const allowed = failuresAllowed(frames, limit);
  const tried: [number, number, number][] = [];
  const works = async (step: number): Promise<boolean> => {
    const point = qberPoint(step / STEPS);
    let sum: IterationHistogram | undefined;
    while (sum === undefined || (sum.counts.frames < frames && sum.counts.frameErrors <= allowed)) {
      const done: number = sum?.counts.frames ?? 0;
      const wanted = Math.min(frames - done, done === 0 ? FIRST_FRAMES : prepared.frames);
      const more = await prepared.run(point, seed, wanted, done);
      sum = sum === undefined ? more : addHistograms(sum, more);
    }
    tried.push([step / STEPS, sum.counts.frames, sum.counts.frameErrors]);
    share(tried.length / (tried.length + 2));
    return sum.counts.frameErrors <= allowed;
  };
  let bound = 1;
  while (bound < 50 * STEPS && binaryEntropy(bound / STEPS / 100) < checks / bits) bound++;
  const step = await lastWorking(0, bound, works);
  const found = { code, decoder, bits, checks, limit, bytesPerIteration, copyBytesPerSecond, tried };
  if (step === 0) return { ...found, qber: null, frames: 0, failures: 0, iterations: 0, seconds: 0 };
  // A second run in full batches, as in real use.
  const run = await prepared.run(qberPoint(step / STEPS), seed, frames);
  return {
    ...found,
    qber: step / STEPS,
    frames,
    failures: run.counts.frameErrors,
    iterations: iterationMean(run).mean,
    seconds: run.seconds,
  };
}

/** Share of the copy bandwidth: the decoder's bytes by the model, over the time of the whole chain. */
export function bandwidthShare(point: OperatingPoint): number {
  return (point.frames * point.iterations * point.bytesPerIteration) / point.seconds / point.copyBytesPerSecond;
}
