import { channelPoint } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import { codeRate, transmittedPositions } from "../../src/code/rate-matching.ts";
import { decoderText, readDecoder, withStop } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import {
  type BenchJob,
  fastest,
  measureKernels,
  measureThroughput,
  type Throughput,
} from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { secondsOfDecoder } from "../../src/simulation/bench/decoder-kernels.ts";
import { type DecoderLimit, type DeviceRates, decoderLimit } from "./limits/decoder-limit.ts";

/** A decoder of a code, and the Eb/N0 at which its early termination is measured. */
export interface ThroughputRun {
  /** The text of the option. */
  readonly name: string;
  readonly code: Code;
  readonly spec: DecoderSpec;
  /** Eb/N0, dB. */
  readonly ebn0: number;
}

/** The figures of a run. Bits are coded bits per second. */
export interface ThroughputFigures {
  readonly decoder: string;
  readonly plan: readonly string[];
  /** Sampling to counters with all iterations, for each number of frames in flight. */
  readonly sweep: readonly Throughput[];
  readonly fixed: Throughput;
  readonly early: Throughput;
  readonly codedBitsPerFrame: number;
  readonly informationBitsPerFrame: number;
  /** Seconds by kernel of a run of `fixed.frames` frames, all iterations. */
  readonly stages: Readonly<Record<string, number>>;
  /** The decoder's kernels of these seconds. */
  readonly decoderSeconds: number;
  readonly limit: DecoderLimit;
  /** Fraction of the device's limit, for the decoder alone. */
  readonly shareOfLimit: number;
}

/**
 * Reads `CODE: DECODER @ EBN0`: `nb620-gf32: min-max messages=int12 @ 3`.
 * @throws InputError for another form, or for an unknown code or decoder.
 */
export function readRun(text: string): ThroughputRun {
  const [, code, decoder, ebn0] = /^\s*([^:\s]+)\s*:\s*([^@]+?)\s*@\s*(-?[\d.]+)\s*$/.exec(text) ?? [];
  if (code === undefined || !Number.isFinite(Number(ebn0))) {
    throw new InputError(`"${text}" is not a run: write CODE: DECODER @ EBN0, as "nb620-gf32: min-max @ 3"`);
  }
  return { name: `${code}: ${decoder}`, code: loadCode(code), spec: readDecoder(decoder), ebn0: Number(ebn0) };
}

/** A run with all iterations, or stopping where all checks hold. */
export function runJob(
  engine: Engine,
  { code, spec, ebn0 }: ThroughputRun,
  stop: DecoderSpec["stop"],
  frames?: number,
): BenchJob {
  return benchJob(engine, code, withStop(spec, stop), channelPoint("ebn0", ebn0), { frames });
}

/**
 * Measures a run with several numbers of frames in flight, ascending, until memory ends or one batch takes over two
 * seconds. The fastest number gives the stages and the fraction of the limit; early termination uses it too, or a
 * larger number if that is faster.
 */
export async function measureRun(
  engine: Engine,
  run: ThroughputRun,
  framesInFlight: readonly number[],
  seconds: number,
  rates: DeviceRates,
): Promise<ThroughputFigures> {
  const sweep: Throughput[] = [];
  for (const wanted of framesInFlight) {
    const tried = runJob(engine, run, "none", wanted);
    const frames = Math.min(wanted, engine.framesMaximum(tried.program));
    if (sweep.some((done) => done.frames === frames)) break;
    sweep.push(await measureThroughput(tried, frames, seconds));
    if (sweep[sweep.length - 1].runSeconds > LONGEST_RUN) break;
  }
  const fixed = fastest(sweep);
  const job = runJob(engine, run, "none", fixed.frames);
  const early = await fastestEarly(engine, run, fixed.frames, framesInFlight, seconds);
  const stages = await measureKernels(job, fixed.frames);
  const decoderSeconds = secondsOfDecoder(job, stages);
  const limit = decoderLimit(run.code, run.spec, job.program.traffic, rates);
  const bits = transmittedPositions(run.code).length * run.code.matrix.field.p;
  return {
    decoder: decoderText(withStop(run.spec, "none")),
    plan: job.program.plan,
    sweep,
    fixed,
    early,
    codedBitsPerFrame: bits,
    informationBitsPerFrame: bits * codeRate(run.code),
    stages,
    decoderSeconds,
    limit,
    shareOfLimit: (fixed.frames * run.spec.iterations) / decoderSeconds / limit.frameIterationsPerSecond,
  };
}

/** With refilled slots, memory holds more frames than with all iterations. */
async function fastestEarly(
  engine: Engine,
  run: ThroughputRun,
  first: number,
  framesInFlight: readonly number[],
  seconds: number,
): Promise<Throughput> {
  const measured: Throughput[] = [];
  for (const frames of new Set([first, ...framesInFlight])) {
    const job = runJob(engine, run, "syndrome", frames);
    if (frames < first || frames > engine.framesMaximum(job.program)) continue;
    measured.push(await measureThroughput(job, frames, seconds));
  }
  return fastest(measured);
}

/** Seconds of one batch above which the run tries no more frames. */
const LONGEST_RUN = 2;
