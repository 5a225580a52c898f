import { channelPoint } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import { codeRate, transmittedPositions } from "../../src/code/rate-matching.ts";
import { readDecoder, withStop } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { Engine, EngineInfo } from "../../src/engine/engine.ts";
import type { Program } from "../../src/gpu/program.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { formatNumber } from "../../src/report/format.ts";
import {
  type BenchJob,
  benchJob,
  countRun,
  fastest,
  type Latency,
  measureKernels,
  measureThroughput,
  secondsOfDecoder,
  type Throughput,
  untimed,
  warmUp,
} from "../../src/simulation/bench/bench.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { writeChannel } from "../../src/simulation/program/channel-dispatches.ts";
import { median } from "../../src/simulation/statistics.ts";
import type { CodewordSource } from "../../src/source/word-source.ts";
import { type DecoderLimit, type DeviceRates, decoderLimit } from "./limits.ts";
import type { Comparison } from "./report.ts";

/** A decoder of a code at a point of a channel. Errors are counted of it, and it is timed. */
export interface Case {
  readonly code: string | Code;
  /** 5G: block rows used. */
  readonly rows?: number;
  /** Whether it decodes the information columns over the BSC with a given syndrome. */
  readonly reconciles?: boolean;
  readonly decoder: string;
  /** Eb/N0 in dB, or with `reconciles` the QBER in percent. */
  readonly at: number;
}

export function codeOf({ code, rows, reconciles }: Pick<Case, "code" | "rows" | "reconciles">): Code {
  if (typeof code !== "string") return code;
  return loadCode(code, { rows, columns: reconciles ? "information" : undefined });
}

/** A point of the BSC by its QBER in percent, without rounding errors: 3 % is 0.03, which 3/100 in binary need not be. */
export const qberPoint = (percent: number) => channelPoint("qber", Number((percent / 100).toPrecision(12)));

/** The program of a case, as a run that is timed. @param how replaces the stop of the decoder, and the frames in flight. */
export function jobOf(
  engine: Engine,
  one: Case,
  { stop, frames, codeword }: { stop?: DecoderSpec["stop"]; frames?: number; codeword?: CodewordSource } = {},
): BenchJob {
  const spec = readDecoder(one.decoder);
  const point = one.reconciles ? qberPoint(one.at) : channelPoint("ebn0", one.at);
  return benchJob(engine, codeOf(one), stop === undefined ? spec : withStop(spec, stop), point, {
    frames,
    codeword: codeword ?? (one.reconciles ? "syndrome" : "random"),
  });
}

/** Names a case with its point, its decoder as it is written: `nr-bg1-z384 --rows 13: offset-min-sum … @ 2.65 dB`. */
export function speedText({ code, rows, reconciles, decoder, at }: Case): string {
  const columns = reconciles ? " --columns information" : "";
  const point = reconciles ? `QBER ${at} %` : `${at} dB`;
  return `${code}${rows === undefined ? "" : ` --rows ${rows}`}${columns}: ${decoder} @ ${point}`;
}

/** Frames in flight: enough for any device, few enough that a run ends soon after the last error wanted. */
const COUNTED_FRAMES = 8192;
const SOFTWARE_FRAMES = 256;

/**
 * Runs frames 0, 1, … of a job up to a number of frame errors or of frames.
 * @param share receives the fraction of the errors or frames that is reached, after each run.
 */
export async function countFrames(
  job: BenchJob,
  errors: number,
  frames: number,
  share: (done: number) => void = () => {},
): Promise<ChunkCounts> {
  const wanted = job.engine.info.software ? SOFTWARE_FRAMES : COUNTED_FRAMES;
  const slots = Math.min(wanted, frames, job.engine.framesMaximum(job.program));
  const prepared = await job.engine.prepare(job.program, slots);
  writeChannel(prepared, job.channel);
  try {
    let counts = ZERO_COUNTS;
    for (let run = 0; counts.frameErrors < errors && counts.frames < frames; run++) {
      counts = addCounts(counts, (await countRun(job, prepared, slots, run)).counts);
      share(Math.min(1, Math.max(counts.frameErrors / errors, counts.frames / frames)));
    }
    return counts;
  } finally {
    prepared.release();
  }
}

type JobOf = (frames: number) => BenchJob;

/** A number of frames in flight, cut to the device's maximum. */
export function framesOf(jobOf: JobOf, wanted: number): number {
  const { engine, program } = jobOf(wanted);
  return Math.min(wanted, engine.framesMaximum(program));
}

export interface BatchTime {
  readonly job: BenchJob;
  readonly frames: number;
  /** Sampling to counters. */
  readonly chain: Throughput;
  /** Seconds by kernel, and those of the decoder's kernels together. */
  readonly kernels: Readonly<Record<string, number>>;
  readonly decoderSeconds: number;
}

/** Times a batch of a number of frames, cut to the device's maximum. */
export async function measureBatch(jobOf: JobOf, wanted: number, seconds: number): Promise<BatchTime> {
  const frames = framesOf(jobOf, wanted);
  const job = jobOf(frames);
  const chain = await measureThroughput(job, frames, seconds);
  const kernels = await measureKernels(job, frames);
  return { job, frames, chain, kernels, decoderSeconds: secondsOfDecoder(job, kernels) };
}

export function bitsOf(code: Code): { readonly coded: number; readonly information: number } {
  const coded = transmittedPositions(code).length * code.matrix.field.p;
  return { coded, information: coded * codeRate(code) };
}

/** The speed of a case with all iterations and with early termination. Bits are the bits of one frame. */
export interface Speed {
  readonly plan: readonly string[];
  readonly iterations: number;
  readonly codedBits: number;
  readonly informationBits: number;
  /** Speeds of the whole chain, from random words and noise to counters. */
  readonly fixed: Throughput;
  readonly early: Throughput;
  /** Seconds by kernel of a batch of `fixed.frames` frames with all iterations, and of `early.frames` frames that end early. */
  readonly fixedKernels: Readonly<Record<string, number>>;
  readonly earlyKernels: Readonly<Record<string, number>>;
  readonly decoderKernels: readonly string[];
  readonly limit: DecoderLimit;
  readonly rates: DeviceRates;
}

/** Measures a case with several numbers of frames in flight, cut to the device's memory. @param seconds of each measurement. */
export async function measureSpeed(
  engine: Engine,
  one: Case,
  framesInFlight: readonly number[],
  seconds: number,
  rates: DeviceRates,
): Promise<Speed> {
  const fastestOf = async (stop: DecoderSpec["stop"]) => {
    const measured: Throughput[] = [];
    for (const wanted of [...framesInFlight].sort((a, b) => a - b)) {
      const job = jobOf(engine, one, { stop, frames: wanted });
      const frames = Math.min(wanted, engine.framesMaximum(job.program));
      if (measured.some((done) => done.frames === frames)) break;
      measured.push(await measureThroughput(job, frames, seconds));
    }
    return fastest(measured);
  };
  const [fixed, early] = [await fastestOf("none"), await fastestOf("syndrome")];
  const [fixedJob, earlyJob] = [
    jobOf(engine, one, { stop: "none", frames: fixed.frames }),
    jobOf(engine, one, { stop: "syndrome", frames: early.frames }),
  ];
  const [code, spec] = [codeOf(one), readDecoder(one.decoder)];
  const { coded, information } = bitsOf(code);
  return {
    plan: fixedJob.program.plan,
    iterations: spec.iterations,
    codedBits: coded,
    informationBits: information,
    fixed,
    early,
    fixedKernels: await measureKernels(fixedJob, fixed.frames),
    earlyKernels: await measureKernels(earlyJob, early.frames),
    decoderKernels: [...fixedJob.decoderKernels],
    limit: decoderLimit(code, spec, fixedJob.program.traffic, rates),
    rates,
  };
}

/** Medians of the time of a call. */
export interface CallLatency extends Latency {
  /** Median by the clock of a call after other work, in seconds. `seconds` is of calls one after the other. */
  readonly firstSeconds: number;
}

const CALLS = 8;

/**
 * Latency of calls in bursts, each after other work. A GPU that idles, or that decodes single frames for long, runs at a fifth of its
 * clock rate, so the work precedes the burst. The first call of a burst also finds the host's caches filled by the work.
 * @param work keeps the device busy.
 * @param call as a user calls, without timestamp queries.
 * @param timedCall the same call with them, which returns its seconds on the device; it follows the calls of a burst.
 * @param goesOn whether another burst follows after this number of them. The first burst is a warm-up.
 */
export async function callLatency(
  work: () => Promise<unknown>,
  call: () => Promise<unknown>,
  timedCall: () => Promise<number>,
  goesOn: (bursts: number) => boolean,
): Promise<CallLatency> {
  const first: number[] = [];
  const later: number[] = [];
  const device: number[] = [];
  for (let bursts = 0; bursts < 2 || goesOn(bursts); bursts++) {
    await work();
    for (let i = 0; i < CALLS; i++) {
      const begin = performance.now();
      await call();
      const elapsed = (performance.now() - begin) / 1000;
      if (bursts === 0) continue;
      (i === 0 ? first : later).push(elapsed);
    }
    for (let i = 0; i < CALLS; i++) {
      const seconds = await timedCall();
      if (bursts > 0) device.push(seconds);
    }
  }
  return { seconds: median(later), firstSeconds: median(first), deviceSeconds: median(device) };
}

/** The measurement in words: `0.094 ms on the device; 0.52 ms after other work`. @param unit of the numbers, with its size in seconds. */
export function latencyText(
  { firstSeconds, deviceSeconds }: CallLatency,
  [unit, size]: readonly [string, number],
): string {
  const text = (seconds: number) => `${(seconds / size).toFixed(unit === "ms" ? 3 : 1)} ${unit}`;
  return `${text(deviceSeconds)} on the device; ${text(firstSeconds)} for a call after other work`;
}

/** A shared host is slow for some bursts, which a median of 40 leaves out. */
const BURSTS = 40;
const BUSY_FRAMES = 1024;
const BUSY_MILLISECONDS = 40;

/** Latency of one frame on a device at its full clock: a batch keeps it busy before each burst of frames. Medians. */
export async function measureOneFrame(engine: Engine, one: Case): Promise<CallLatency> {
  const job = jobOf(engine, one, { frames: 1 });
  const busy = jobOf(engine, one, { stop: "none", frames: BUSY_FRAMES });
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
    for (const each of [prepared, timed, batch]) each.release();
  }
}

/** An engine's description with the form of this program's kernels: the CPU engine has several forms. */
export function infoFor(engine: Engine, program: Program): EngineInfo {
  const forms = formsOf(engine, program).map((note) => note.split(":")[0]);
  return forms.length === 0 ? engine.info : { ...engine.info, driver: forms.join(" and ") };
}

/**
 * The forms of a program's kernels with the kernels of each: `WebAssembly SIMD: binary/check`. Empty on a GPU, which has
 * one form.
 */
export function formsOf({ notes }: Engine, program: Program): readonly string[] {
  return notes?.(program) ?? [];
}

/** A time of a program, and the forms of its kernels. */
export interface TimedForms {
  readonly time: number;
  readonly forms: readonly string[];
}

/**
 * The row of a speed-up. A kernel that is written by hand and a compiled one differ in more than the compared
 * arrangement, so times of unlike forms are stated, and not divided.
 * @param unit of the times.
 */
export function speedUpRow(
  row: Pick<Comparison, "what" | "paper" | "how">,
  fast: TimedForms,
  slow: TimedForms,
  unit: string,
): Comparison {
  if (areAlike(fast.forms, slow.forms)) return { ...row, unit: "times as fast", ours: slow.time / fast.time };
  const formText = ({ forms }: TimedForms) => forms.map((note) => note.split(":")[0]).join(" and ");
  const against = `${formatNumber(slow.time)} ${unit} of ${formText(slow)}`;
  const how = `of ${formText(fast)}, against ${against}: unlike forms, so no speed-up`;
  return { what: row.what, unit, ours: fast.time, how };
}

/** Whether kernels that both programs have are in one form, and other kernels in the same forms. */
export function areAlike(one: readonly string[] = [], other: readonly string[] = []): boolean {
  const [a, b] = [one, other].map((forms) => {
    const split = forms.map((note) => note.split(": "));
    return {
      names: split.map(([form]) => form).join(),
      of: new Map(split.flatMap(([form, kernels = ""]) => kernels.split(", ").map((kernel) => [kernel, form]))),
    };
  });
  return a.names === b.names && [...a.of].every(([kernel, form]) => (b.of.get(kernel) ?? form) === form);
}
