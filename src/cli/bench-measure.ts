import type { Engine } from "../engine/engine.ts";
import {
  type JobOf,
  measureLatency,
  measureStages,
  measureTests,
  measureThroughput,
  sweepFramesInFlight,
  type Throughput,
} from "../simulation/bench.ts";
import { measureCopyBandwidth } from "../simulation/copy-bandwidth.ts";
import type { Measured } from "./bench-report.ts";

/** A decoder's jobs, by frames in flight. */
export interface BenchJobs {
  /** All iterations. */
  readonly fixed: JobOf;
  /** With early termination. */
  readonly early: JobOf;
  /** With early termination and the reprocessing of frames that failed, if the decoder has it. */
  readonly reprocessing?: JobOf;
}

/**
 * Measures all that `ldpc bench` says of a decoder. All decoders have as many frames in flight: those asked for, or those of
 * the sweep that gave most frames per second, with reprocessing where there is some; fewer if memory holds fewer of them
 * with reprocessing.
 * @param frames in flight; tries some if undefined.
 * @param seconds for each measurement.
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
  const reprocessing =
    jobs.reprocessing === undefined
      ? undefined
      : await measureReprocessing(jobs.reprocessing, wanted, frames === undefined, seconds);
  const inFlight = reprocessing?.frames ?? wanted;
  const sweep = swept.some((each) => each.frames === inFlight)
    ? swept
    : [...swept, await measureThroughput(jobs.fixed(inFlight), inFlight, seconds)];
  const job = jobs.fixed(inFlight);
  return {
    plan: job.program.plan,
    ...(inFlight < wanted ? { framesWanted: wanted } : {}),
    sweep,
    fixed: sweep.find((each) => each.frames === inFlight)!,
    early: await measureThroughput(jobs.early(inFlight), inFlight, seconds),
    ...(reprocessing === undefined ? {} : { reprocessing }),
    latency: await measureLatency(jobs.fixed(1), engine.info.engine === "cpu" ? 3 : 20),
    stages: await measureStages(job, inFlight),
    decoderKernels: job.decoderKernels,
    traffic: job.program.traffic,
    copyBandwidth: (await measureCopyBandwidth(engine)).bytesPerSecond,
  };
}

/**
 * With reprocessing: so many frames in flight, or the fastest of as many and twice, four times … as many.
 * @param wanted frames in flight; fewer if memory, which tests of frames that failed need too, holds fewer.
 */
async function measureReprocessing(
  jobOf: JobOf,
  wanted: number,
  more: boolean,
  seconds: number,
): Promise<NonNullable<Measured["reprocessing"]>> {
  const { engine, program } = jobOf(wanted);
  const frames = Math.min(wanted, engine.framesMaximum(program));
  const sweep = more
    ? await sweepFramesInFlight(jobOf, frames, seconds)
    : [await measureThroughput(jobOf(frames), frames, seconds)];
  const best = fastest(sweep);
  const job = jobOf(best.frames);
  return { ...best, sweep, testsPerFrame: await measureTests(job, best.frames), plan: job.program.plan };
}

function fastest(sweep: readonly Throughput[]): Throughput {
  return sweep.reduce((best, now) => (now.framesPerSecond > best.framesPerSecond ? now : best));
}
