import { channelPoint } from "../../src/channel/channels.ts";
import { codeRate, transmittedPositions } from "../../src/code/rate-matching.ts";
import { readDecoder, withStop } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import {
  type BenchJob,
  countRun,
  fastest,
  measureKernels,
  measureThroughput,
  type Throughput,
  untimed,
} from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { warmUp } from "../../src/simulation/bench/warm-up.ts";
import { type CallLatency, callLatency } from "./call-latency.ts";
import { type DecoderLimit, type DeviceRates, decoderLimit } from "./limits/decoder-limit.ts";
import type { SpeedCase } from "./speed-cases.ts";

/** The speed of a case. Bits are the bits of one frame. */
export interface Speed {
  readonly plan: readonly string[];
  readonly iterations: number;
  readonly codedBits: number;
  readonly informationBits: number;
  /**
   * Speeds of the whole chain, from random words and noise to counters: with all iterations, and with early
   * termination.
   */
  readonly fixed: Throughput;
  readonly early: Throughput;
  /** Seconds by kernel of a batch of `fixed.frames` frames with all iterations, and of `early.frames` frames that end early. */
  readonly fixedKernels: Readonly<Record<string, number>>;
  readonly earlyKernels: Readonly<Record<string, number>>;
  readonly decoderKernels: readonly string[];
  readonly limit: DecoderLimit;
  readonly rates: DeviceRates;
}

/** The case's program, as a run that is timed. */
export function speedJob(engine: Engine, one: SpeedCase, stop?: DecoderSpec["stop"], frames?: number): BenchJob {
  const spec = readDecoder(one.decoder);
  const point = one.reconciles ? channelPoint("qber", one.at / 100) : channelPoint("ebn0", one.at);
  return benchJob(engine, speedCode(one), stop === undefined ? spec : withStop(spec, stop), point, {
    frames,
    codeword: one.reconciles ? "syndrome" : "random",
  });
}

export function speedCode({ code, rows, reconciles }: SpeedCase) {
  return loadCode(code, { rows, columns: reconciles ? "information" : undefined });
}

/** Measures a case with several numbers of frames in flight, cut to the device's memory. @param seconds of each measurement. */
export async function measureSpeed(
  engine: Engine,
  one: SpeedCase,
  framesInFlight: readonly number[],
  seconds: number,
  rates: DeviceRates,
): Promise<Speed> {
  const [fixed, early] = [
    await fastestOf(engine, one, "none", one.frames ?? framesInFlight, seconds),
    await fastestOf(engine, one, "syndrome", one.frames ?? framesInFlight, seconds),
  ];
  const [fixedJob, earlyJob] = [
    speedJob(engine, one, "none", fixed.frames),
    speedJob(engine, one, "syndrome", early.frames),
  ];
  const code = speedCode(one);
  const spec = readDecoder(one.decoder);
  const codedBits = transmittedPositions(code).length * code.matrix.field.p;
  return {
    plan: fixedJob.program.plan,
    iterations: spec.iterations,
    codedBits,
    informationBits: codedBits * codeRate(code),
    fixed,
    early,
    fixedKernels: await measureKernels(fixedJob, fixed.frames),
    earlyKernels: await measureKernels(earlyJob, early.frames),
    decoderKernels: [...fixedJob.decoderKernels],
    limit: decoderLimit(code, spec, fixedJob.program.traffic, rates),
    rates,
  };
}

async function fastestOf(
  engine: Engine,
  one: SpeedCase,
  stop: DecoderSpec["stop"],
  framesInFlight: readonly number[],
  seconds: number,
): Promise<Throughput> {
  const measured: Throughput[] = [];
  for (const wanted of [...framesInFlight].sort((a, b) => a - b)) {
    const job = speedJob(engine, one, stop, wanted);
    const frames = Math.min(wanted, engine.framesMaximum(job.program));
    if (measured.some((done) => done.frames === frames)) break;
    measured.push(await measureThroughput(job, frames, seconds));
  }
  return fastest(measured);
}

/** Latency of one frame on a device at its full clock: a batch keeps it busy before each burst of frames. Medians. */
export async function measureOneFrame(engine: Engine, one: SpeedCase): Promise<CallLatency> {
  const job = speedJob(engine, one, undefined, 1);
  const busy = speedJob(engine, one, "none", BUSY_FRAMES);
  const frames = engine.info.software ? 1 : Math.min(BUSY_FRAMES, engine.framesMaximum(busy.program));
  const prepared = await engine.prepare(untimed(job).program, 1);
  const timed = await engine.prepare(job.program, 1);
  const batch = await engine.prepare(busy.program, frames);
  let run = 0;
  const work = async () => {
    const until = performance.now() + BUSY_MILLISECONDS;
    do await countRun(busy, batch, frames, run++);
    while (!engine.info.software && performance.now() < until);
  };
  try {
    for (const each of [prepared, timed]) each.write("noise", job.channel.noise);
    batch.write("noise", busy.channel.noise);
    await warmUp(engine, async () => (await countRun(busy, batch, frames, run++)).seconds);
    const call = () => countRun(job, prepared, 1, run++);
    const timedCall = async () => (await countRun(job, timed, 1, run++)).seconds;
    return await callLatency(work, call, timedCall, (bursts) => bursts <= BURSTS);
  } finally {
    prepared.release();
    timed.release();
    batch.release();
  }
}

const BURSTS = 6;
const BUSY_FRAMES = 1024;
const BUSY_MILLISECONDS = 40;
