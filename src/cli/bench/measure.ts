import { type Engine, planOn } from "../../engine/engine.ts";
import {
  type BenchJob,
  fastest,
  type JobOf,
  measureKernels,
  measureLatency,
  measureTests,
  measureThroughput,
  sweepFramesInFlight,
  type Throughput,
} from "../../simulation/bench/bench.ts";
import { measureCopyBandwidth } from "../../simulation/bench/copy-bandwidth.ts";
import { measureWaiting } from "../../simulation/bench/waiting.ts";
import type { Measured } from "./report.ts";

/** Jobs of a decoder by the number of frames in flight. */
export interface BenchJobs {
  /** Without early termination. */
  readonly fixed: JobOf;
  /** With early termination. */
  readonly early: JobOf;
  /** With early termination and reprocessing of failed frames, if the decoder has it. */
  readonly reprocessing?: JobOf;
  /** Most iterations of a frame. */
  readonly iterations: number;
}

/**
 * Measures all figures of `ldpc bench` for a decoder. All variants have the same number of frames in flight. It is the requested number, or
 * the fastest number of a sweep (with reprocessing if the decoder has it), or a smaller number if memory holds fewer frames with
 * reprocessing.
 * @param frames number of frames in flight; undefined sweeps over several numbers.
 * @param seconds duration of each measurement.
 */
export async function measure(
  engine: Engine,
  jobs: BenchJobs,
  frames: number | undefined,
  seconds: number,
): Promise<Measured> {
  const first = engine.info.engine === "cpu" ? 1 : 64;
  const swept = frames === undefined ? await sweepFramesInFlight(jobs.fixed, first, seconds) : [];
  const wanted = frames ?? fastest(swept).frames;
  const { reprocessing } = jobs;
  const most = reprocessing === undefined ? wanted : Math.min(wanted, framesMaximum(reprocessing, wanted));
  const reprocessingSweep =
    reprocessing === undefined || frames !== undefined ? [] : await sweepFramesInFlight(reprocessing, most, seconds);
  const inFlight = reprocessingSweep.length === 0 ? most : fastest(reprocessingSweep).frames;
  const sweep = swept.some((each) => each.frames === inFlight)
    ? swept
    : [...swept, await measureThroughput(jobs.fixed(inFlight), inFlight, seconds)];
  const job = jobs.fixed(inFlight);
  const early = await measureEarly(jobs, inFlight, frames === undefined && reprocessing === undefined, seconds);
  const waiting = await measureWaiting(jobs.early(early.frames), early.frames, jobs.iterations);
  return {
    plan: planOn(job.engine, job.program),
    ...(inFlight < wanted ? { framesWanted: wanted } : {}),
    sweep,
    fixed: sweep.find((each) => each.frames === inFlight)!,
    early,
    ...(waiting === undefined ? {} : { waiting }),
    ...(reprocessing === undefined
      ? {}
      : { reprocessing: await measureReprocessing(reprocessing(inFlight), inFlight, seconds, reprocessingSweep) }),
    latency: await measureLatency(jobs.fixed(1), engine.info.engine === "cpu" ? 3 : 20, { job, frames: inFlight }),
    stages: await measureKernels(job, inFlight),
    decoderKernels: job.decoderKernels,
    traffic: job.program.traffic,
    copyBandwidth: (await measureCopyBandwidth(engine)).bytesPerSecond,
  };
}

/** Measures early termination. With slot refill, memory holds more frames than without early termination. */
async function measureEarly(
  { fixed, early }: BenchJobs,
  inFlight: number,
  mayBeMore: boolean,
  seconds: number,
): Promise<Throughput> {
  if (mayBeMore && framesMaximum(early, inFlight) > framesMaximum(fixed, inFlight)) {
    return fastest(await sweepFramesInFlight(early, inFlight, seconds));
  }
  return measureThroughput(early(inFlight), inFlight, seconds);
}

/** Measures reprocessing anew after a sweep. The fastest of several measurements would otherwise be compared with a single one. */
async function measureReprocessing(
  job: BenchJob,
  frames: number,
  seconds: number,
  sweep: readonly Throughput[],
): Promise<NonNullable<Measured["reprocessing"]>> {
  const throughput = await measureThroughput(job, frames, seconds);
  return {
    ...throughput,
    sweep,
    testsPerFrame: await measureTests(job, frames),
    plan: planOn(job.engine, job.program),
  };
}

/** Largest number of frames, up to `frames`, for which memory holds a job with the tests of failed frames. */
function framesMaximum(jobOf: JobOf, frames: number): number {
  const { engine, program } = jobOf(frames);
  return engine.framesMaximum(program);
}
