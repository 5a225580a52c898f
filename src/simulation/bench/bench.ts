import { COUNTERS } from "../../../wgsl/statistics/index.ts";
import type { ChannelPoint } from "../../channel/channels.ts";
import type { DiscreteChannel } from "../../channel/discrete-channel.ts";
import type { Code } from "../../code/code.ts";
import { decoderProgram } from "../../decoder/decoder.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { progress } from "../../engine/decode.ts";
import { chunksTouched, type Engine, type PreparedProgram } from "../../engine/engine.ts";
import { defaultFrames } from "../../engine/frame-slots.ts";
import type { RunParameters } from "../../gpu/kernel.ts";
import { frameBuffer, type Program } from "../../gpu/program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { WIDE_WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type CodewordSource, hasSyndrome } from "../../source/word-source.ts";
import { sum } from "../../sum.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../counts.ts";
import { countsOf } from "../monte-carlo-runner.ts";
import { writeChannel } from "../program/channel-dispatches.ts";
import { type MonteCarloRequest, monteCarloProgram } from "../program/monte-carlo.ts";
import { simulatedChannel } from "../receiver.ts";
import { median } from "../statistics.ts";

/** Options of a run besides its code, decoder and channel. */
export interface BenchRequest extends MonteCarloRequest {
  readonly codeword?: CodewordSource;
}

/**
 * A Monte-Carlo run of a code and decoder at one point of a channel, which `bench` times on an engine.
 * @param request number of frames in flight, frames per message slot, and the source of the words: random codewords if
 * left out.
 */
export function benchJob(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  point: ChannelPoint,
  { codeword = "random", generator, ...request }: BenchRequest = {},
): BenchJob {
  const program = monteCarloProgram(code, spec, codeword, engine.limits, point, { ...request, generator });
  // Whole shots have one kernel, which is the decoder's too.
  const decoder = program.sharesSlots
    ? program
    : decoderProgram(code, spec, engine.limits, { ...request, syndrome: hasSyndrome(codeword) });
  const channel = simulatedChannel(point, code, program);
  return { engine, decoderKernels: decoderKernelsOf(decoder), program, channel };
}

/** The names of the kernels of a decoder's program. */
export function decoderKernelsOf(decoder: DecoderProgram): ReadonlySet<string> {
  return new Set([...dispatchesInOrder(decoder)].map(({ dispatch }) => dispatch.kernel));
}

/**
 * The time of the decoder's kernels among all kernels of a program.
 * @param kernelSeconds seconds by kernel, as `measureKernels` returns them.
 */
export function secondsOfDecoder(
  { decoderKernels }: { readonly decoderKernels: Iterable<string> },
  kernelSeconds: Readonly<Record<string, number>>,
): number {
  const ofDecoder = new Set(decoderKernels);
  return sum(Object.entries(kernelSeconds).map(([kernel, seconds]) => (ofDecoder.has(kernel) ? seconds : 0)));
}

/** Early termination of decoders that do all iterations of several frames in one workgroup. */
export interface Waiting {
  /** Number of frames of a workgroup. */
  readonly frames: number;
  /** Share of a workgroup's iterations on its frames in which a frame is done and waits for the others. */
  readonly share: number;
}

/**
 * Measures the waiting over one run of `frames` frames; undefined for a decoder whose frames do not wait for each other.
 * @param job a decoder with early termination after at most `iterations` iterations.
 */
export async function measureWaiting(job: BenchJob, frames: number, iterations: number): Promise<Waiting | undefined> {
  const together = framesTogether(job);
  if (together === 1) return undefined;
  const prepared = await prepare(job, frames);
  try {
    const unsatisfied = { buffer: "unsatisfied", elements: frames * iterations };
    const { outputs } = await prepared.run(parametersOf(job, frames, 0), [unsatisfied]);
    const { iterations: done } = progress(outputs[0], frames, { iterations, stop: "syndrome" });
    return { frames: together, share: waitingShare(done, together) };
  } finally {
    prepared.release();
  }
}

function framesTogether({ program, decoderKernels }: BenchJob): number {
  if (program.iterate.length > 0) return 1;
  const decodes = program.start.filter(
    ({ kernel, buffers }) => decoderKernels.has(kernel) && buffers.includes("unsatisfied"),
  );
  return Math.max(1, ...decodes.map(({ framesPerWorkgroup = 1 }) => framesPerWorkgroup));
}

/** The share for frames with these iterations. A workgroup has `together` successive frames. */
function waitingShare(iterations: Uint32Array, together: number): number {
  let own = 0;
  let all = 0;
  for (let first = 0; first < iterations.length; first += together) {
    const group = iterations.subarray(first, first + together);
    own += sum(group);
    all += group.length * Math.max(...group);
  }
  return 1 - own / all;
}

/** Seconds over which the time of a run must not fall. */
const STEADY_SECONDS = 0.5;
/** Largest relative fall of the time of a run over these seconds. */
const FALL = 0.01;
/** Seconds after which a GPU is timed even if its runs still get faster, as beside other programs. */
const MOST_SECONDS = 3;
/** Seconds of a window, whose mean time of a run is compared with earlier windows. */
const WINDOW_SECONDS = 0.1;
/** Seconds without work after which a GPU may have lowered its clock rate. */
const IDLE_SECONDS = 0.05;

/** A device after its warm-up. */
export interface WarmUp {
  /** Seconds of the last run on the device. */
  readonly seconds: number;
  /** Whether runs had stopped getting faster. */
  readonly steady: boolean;
}

/** When an engine last ended a run, in milliseconds of `performance.now()`, and whether it was steady. */
const lastRuns = new WeakMap<Engine, { readonly at: number; readonly steady: boolean }>();

/**
 * Repeats a run until the device has its full clock rate. A GPU that idles, as while a kernel is compiled, lowers its
 * clock to a fifth within a second, and takes up to seconds to raise it again. A GPU that has just worked at a steady
 * rate runs once. A CPU and a software GPU have no such clock and run once, too.
 * @param run returns its seconds on the device.
 * @param leastSeconds of warm-up on every device.
 */
export async function warmUp(engine: Engine, run: () => Promise<number>, leastSeconds = 0): Promise<WarmUp> {
  const begin = performance.now();
  const last = lastRuns.get(engine);
  const isWarm = last?.steady === true && begin - last.at <= 1000 * IDLE_SECONDS;
  const goesOnce = engine.limits.software || isWarm;
  const windows: { readonly at: number; readonly mean: number }[] = [];
  for (;;) {
    const { mean, seconds } = await window(run, goesOnce ? 0 : WINDOW_SECONDS);
    const at = (performance.now() - begin) / 1000;
    windows.push({ at, mean });
    const before = windows.filter((one) => one.at <= at - STEADY_SECONDS).at(-1);
    const steady = goesOnce || (before !== undefined && mean >= (1 - FALL) * before.mean);
    if (at < leastSeconds || (!steady && at < MOST_SECONDS)) continue;
    hasWorked(engine, steady);
    return { seconds, steady };
  }
}

/** Notes that the engine has just worked. @param steady whether it had its full clock rate. */
function hasWorked(engine: Engine, steady: boolean): void {
  lastRuns.set(engine, { at: performance.now(), steady });
}

/** Mean seconds on the device of runs for some time, one at least, and of the last of them. */
async function window(run: () => Promise<number>, least: number) {
  const begin = performance.now();
  let sum = 0;
  for (let runs = 1; ; runs++) {
    const seconds = await run();
    sum += seconds;
    if (performance.now() - begin >= 1000 * least) return { mean: sum / runs, seconds };
  }
}

/** Measured speed of copying memory on a device. */
interface CopyBandwidth {
  /** Bytes read plus bytes written, per second. */
  readonly bytesPerSecond: number;
  /** Bytes of each of the two buffers. */
  readonly bufferBytes: number;
}

/** Bytes of a frame slot: a quarter of a mebibyte, so that buffers of any size are whole slots. */
const SLOT_BYTES = 2 ** 18;
const VECTORS = SLOT_BYTES / 16;
/** Size far beyond the caches of a GPU; the smaller size is for a processor, whose memory other programs use too. */
const DEVICE_BYTES = 2 ** 30;
const SOFTWARE_BYTES = 2 ** 26;
/**
 * Words at the start of the buffer that are written before the copy, more than any cache holds: a copy of untouched
 * pages of zeros reads no memory.
 */
const FILLED_BYTES = 2 ** 26;

/** Copies `original` to `duplicate`, each [slot][65536] words. */
export function copyProgram(): Program {
  const dispatch = {
    kernel: "statistics/copy",
    constants: { VECTORS },
    buffers: ["original", "duplicate"],
    workgroups: VECTORS / WIDE_WORKGROUP_SIZE,
  };
  const buffer = frameBuffer("u32", SLOT_BYTES / 4);
  return {
    buffers: { original: buffer, duplicate: buffer },
    start: [dispatch],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [],
  };
}

/**
 * Copy bandwidth of a device: an upper bound for a decoder that moves its bytes and does nothing else. Median over the
 * runs, by the engine's device seconds, after one run for warm-up.
 * @param runs timed runs, at least 1.
 * @param bufferBytes size of each buffer, rounded down to whole slots of 256 KiB, at least one; default 1 GiB on a GPU
 * and 64 MiB on a software device, at most the engine's maximum.
 */
export async function measureCopyBandwidth(
  engine: Engine,
  runs = 9,
  bufferBytes = engine.info.software ? SOFTWARE_BYTES : DEVICE_BYTES,
): Promise<CopyBandwidth> {
  const program = copyProgram();
  const wanted = Math.max(1, Math.floor(bufferBytes / SLOT_BYTES));
  const slots = Math.min(wanted, engine.framesMaximum(program));
  const prepared = await engine.prepare(program, slots);
  try {
    const filled = Math.min(slots * SLOT_BYTES, FILLED_BYTES) / 4;
    prepared.write(
      "original",
      new Uint32Array(filled).map((_, i) => Math.imul(i + 1, 0x9e3779b1)),
    );
    const parameters: RunParameters = {
      firstFrame: 0,
      frames: slots,
      chunkFrames: slots,
      key: [0, 0],
      llrScale: 1,
      amplitude: 1,
    };
    const output = [{ buffer: "duplicate", elements: 1 }];
    // The first run pays for pages that are used for the first time.
    await prepared.run(parameters, output);
    const seconds: number[] = [];
    for (let run = 0; run < Math.max(1, runs); run++) seconds.push((await prepared.run(parameters, output)).seconds);
    const bytes = slots * SLOT_BYTES;
    return { bytesPerSecond: (2 * bytes) / median(seconds), bufferBytes: bytes };
  } finally {
    prepared.release();
  }
}

/** The subject of a measurement: a Monte-Carlo program at one channel point. */
export interface BenchJob {
  readonly engine: Engine;
  readonly program: DecoderProgram;
  /** The decoder's kernels; all other kernels make its input and count its errors. */
  readonly decoderKernels: ReadonlySet<string>;
  readonly channel: DiscreteChannel;
}

/** Frames per second of a Monte-Carlo program, sampling to counters included. */
export interface Throughput {
  /** Frame slots of one run. */
  readonly frames: number;
  /** Runs timed, after the warm-up. */
  readonly runs: number;
  /**
   * Frames per second by the clock, with overlapping runs as in a simulation: from the first result while all lanes
   * work to the last result.
   */
  readonly framesPerSecond: number;
  /**
   * Half the range of `clock` over up to five parts of the time, as a fraction of it; null if the runs are too few for
   * two parts.
   */
  readonly spread: number | null;
  /**
   * Frames per second by the time of the runs on the device; for the CPU engine, on all its processes. The clock's rate
   * is lower if the device waits for its host.
   */
  readonly deviceFramesPerSecond: number;
  /** Iterations per frame. */
  readonly iterations: number;
  /** Median seconds of one run on the device. */
  readonly runSeconds: number;
  /** Mean seconds of one run on the device: above the median if few runs have frames to reprocess. */
  readonly meanRunSeconds: number;
  /** The device still got faster after its warm-up; left out if it did not. */
  readonly unsteady?: true;
  readonly counts: ChunkCounts;
}

/** Time of a single frame. */
export interface Latency {
  /** Median by the clock, submission to result, of runs without timestamp queries. */
  readonly seconds: number;
  /** Median on the device, of other runs. */
  readonly deviceSeconds: number;
  /** Median of the host's time from call to submission, on a GPU. */
  readonly submitSeconds?: number;
}

const CHUNK_FRAMES = 1024;
/** Least warm-up before a measurement, as a fraction of its time. */
const WARM_UP = 0.25;
/** Seconds of work submitted at any time; at least RUNS_SUBMITTED runs. */
const SECONDS_SUBMITTED = 0.05;
const RUNS_SUBMITTED = 16;

/**
 * Throughput with a given number of frames in flight.
 * @param seconds minimum duration of the measurement, which has at least three runs.
 */
export async function measureThroughput(job: BenchJob, frames: number, seconds: number): Promise<Throughput> {
  const prepared = await prepare(job, frames);
  try {
    const warm = async () => (await countRun(job, prepared, frames, 0)).seconds;
    const { seconds: expected, steady: isSteady } = await warmUp(job.engine, warm, WARM_UP * seconds);
    const lanes = lanesOf(job.engine, expected);
    const results: TimedResult[] = [];
    let counts = ZERO_COUNTS;
    let submitted = 0;
    // Results that arrived while all lanes worked.
    let steady: number | undefined;
    const begin = performance.now();
    const lane = async () => {
      while (results.length < lanes + LEAST_RUNS || performance.now() - begin < 1000 * seconds) {
        const result = await countRun(job, prepared, frames, ++submitted);
        const at = (performance.now() - begin) / 1000;
        results.push({ at, frames: result.counts.frames, seconds: result.seconds });
        counts = addCounts(counts, result.counts);
      }
      steady ??= results.length;
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    hasWorked(job.engine, isSteady);
    const runSeconds = results.map((result) => result.seconds);
    return {
      frames,
      runs: runSeconds.length,
      ...clockRate(results.slice(0, steady), lanes),
      deviceFramesPerSecond: (devicesOf(job.engine) * counts.frames) / sum(runSeconds),
      iterations: counts.iterations / counts.frames,
      runSeconds: median(runSeconds),
      meanRunSeconds: sum(runSeconds) / runSeconds.length,
      ...(isSteady ? {} : { unsteady: true }),
      counts,
    };
  } finally {
    prepared.release();
  }
}

/** Minimum number of timed runs, besides the first run of each lane. */
const LEAST_RUNS = 2;
/** Parts of a measurement whose rates are compared. */
const PARTS = 5;

/** Time of a run's result since the first submission. */
interface TimedResult {
  readonly at: number;
  readonly frames: number;
  /** Seconds on the device. */
  readonly seconds: number;
}

/**
 * Frames per second by the clock, and their spread between parts of the time. The time before the last lane's first
 * result does not count, because the lanes were still starting.
 */
export function clockRate(
  results: readonly TimedResult[],
  lanes: number,
): Pick<Throughput, "framesPerSecond" | "spread"> {
  const first = lanes === 1 ? 0 : lanes;
  const begin = lanes === 1 ? 0 : results[lanes - 1].at;
  const timed = results.slice(first);
  const rate = (from: number, end: number) => {
    const frames = timed.slice(from, end).reduce((sum, result) => sum + result.frames, 0);
    return frames / (timed[end - 1].at - (from === 0 ? begin : timed[from - 1].at));
  };
  const framesPerSecond = rate(0, timed.length);
  // Results that arrive together belong to the same part.
  const parts = Math.min(PARTS, Math.floor(timed.length / lanes));
  if (parts < 2) return { framesPerSecond, spread: null };
  const ends = Array.from({ length: parts + 1 }, (_, i) => Math.floor((i * timed.length) / parts));
  const rates = ends.slice(1).map((end, i) => rate(ends[i], end));
  return { framesPerSecond, spread: (Math.max(...rates) - Math.min(...rates)) / 2 / framesPerSecond };
}

/** Number of runs that the engine computes at once: a GPU computes one, the CPU engine one per process. */
function devicesOf({ info, runsInFlight }: Engine): number {
  return info.engine === "cpu" ? runsInFlight : 1;
}

/**
 * Number of overlapping runs, as in a simulation, which has up to a second of work submitted. Between the end of a run
 * and the submission of the next one a host takes some milliseconds.
 */
function lanesOf({ runsInFlight }: Engine, runSeconds: number): number {
  return Math.max(runsInFlight, Math.min(RUNS_SUBMITTED, Math.ceil(SECONDS_SUBMITTED / runSeconds)));
}

/** The job for a number of frames in flight, which may change the decoder's mapping. */
export type JobOf = (frames: number) => BenchJob;

/**
 * Throughput against frames in flight: doubling from `first` until memory ends, one run takes over a second, or twice
 * the frames gain less than 3 %. A small gain does not end the doubling if frames wait for rounds: while hardly a batch
 * has a round, twice the frames gain nothing, and with many times as many frames several share a round.
 */
export async function sweepFramesInFlight(jobOf: JobOf, first: number, seconds: number): Promise<Throughput[]> {
  const measured: Throughput[] = [];
  for (let wanted = first; ; wanted *= 2) {
    const job = jobOf(wanted);
    const maximum = defaultFrames(job.engine, job.program);
    const frames = Math.min(wanted, maximum);
    const now = await measureThroughput(job, frames, seconds);
    const before = measured.at(-1);
    measured.push(now);
    const rounds = job.program.rounds !== undefined;
    const flat = !rounds && before !== undefined && runRate(now) < 1.03 * runRate(before);
    if (flat || frames === maximum || now.runSeconds > 1) return measured;
  }
}

/** Frames per second of a median run: by the clock a few runs vary by a third on a device that other programs delay. */
export function runRate({ frames, runSeconds }: Throughput): number {
  return frames / runSeconds;
}

/** The measurement with the most frames per second. */
export function fastest(measured: readonly Throughput[]): Throughput {
  return measured.reduce((best, now) => (runRate(now) > runRate(best) ? now : best));
}

/** A batch of frames that keeps a device at work. */
export interface Batch {
  readonly job: BenchJob;
  readonly frames: number;
}

/**
 * Latency of one frame alone.
 * @param warm a batch that brings a GPU to its full clock rate; single frames leave most of it idle.
 */
export async function measureLatency(job: BenchJob, runs: number, warm?: Batch): Promise<Latency> {
  const prepared = await prepare(untimed(job), 1);
  // The CPU engine has no queries, and needs no second program.
  let timed: PreparedProgram | undefined;
  try {
    if (job.engine.info.engine !== "cpu") timed = await prepare(job, 1);
    // The first run compiles.
    await countRun(job, prepared, 1, 0);
    if (timed !== undefined) await countRun(job, timed, 1, 0);
    if (warm !== undefined && !job.engine.limits.software) await warmUpBy(warm);
    const clock: number[] = [];
    const device: number[] = [];
    const submit: number[] = [];
    for (let i = 1; i <= runs; i++) {
      const begin = performance.now();
      const { seconds, submitSeconds } = await countRun(job, prepared, 1, i);
      clock.push((performance.now() - begin) / 1000);
      if (submitSeconds !== undefined) submit.push(submitSeconds);
      if (timed === undefined) device.push(seconds);
    }
    for (let i = 1; timed !== undefined && i <= runs; i++) device.push((await countRun(job, timed, 1, i)).seconds);
    const submitted = submit.length === 0 ? {} : { submitSeconds: median(submit) };
    return { seconds: median(clock), deviceSeconds: median(device), ...submitted };
  } finally {
    prepared.release();
    timed?.release();
  }
}

/** The job without timestamp queries, as a user's runs of single frames. */
export function untimed(job: BenchJob): BenchJob {
  return { ...job, program: { ...job.program, timed: false } };
}

/** Repeats a batch until its device has its full clock rate. */
async function warmUpBy({ job, frames }: Batch): Promise<void> {
  const prepared = await prepare(job, frames);
  try {
    await warmUp(job.engine, async () => (await countRun(job, prepared, frames, 0)).seconds);
  } finally {
    prepared.release();
  }
}

/** Tests per frame of a decoder that reprocesses failed frames, over one run of `frames` frames. */
export async function measureTests(job: BenchJob, frames: number): Promise<number> {
  const prepared = await prepare(job, frames);
  try {
    const { outputs } = await prepared.run(parametersOf(job, frames, 0), [{ buffer: "tests", elements: frames }]);
    return sum(outputs[0]) / frames;
  } finally {
    prepared.release();
  }
}

/** Seconds by kernel of one run of `frames` frames, consecutive dispatches of a kernel timed together; the median run of three. */
export async function measureKernels(job: BenchJob, frames: number): Promise<Readonly<Record<string, number>>> {
  const prepared = await prepare(job, frames);
  try {
    await warmUp(job.engine, async () => (await countRun(job, prepared, frames, 0)).seconds);
    const profiles: Readonly<Record<string, number>>[] = [];
    for (let i = 0; i < 3; i++) profiles.push((await prepared.profile(parametersOf(job, frames, i))).seconds);
    const total = (profile: Readonly<Record<string, number>>) => sum(Object.values(profile));
    return profiles.sort((a, b) => total(a) - total(b))[1];
  } finally {
    prepared.release();
  }
}

/** The job's program with its channel. */
async function prepare(job: BenchJob, frames: number): Promise<PreparedProgram> {
  const prepared = await job.engine.prepare(job.program, frames);
  writeChannel(prepared, job.channel);
  return prepared;
}

/** Runs frames index·frames … (index + 1)·frames − 1 of a job whose program `prepared` is. */
export async function countRun(job: BenchJob, prepared: PreparedProgram, frames: number, index: number) {
  const parameters = parametersOf(job, frames, index);
  const elements = COUNTERS * chunksTouched(parameters);
  const { outputs, seconds, submitSeconds } = await prepared.run(parameters, [{ buffer: "counters", elements }]);
  return { counts: countsOf(outputs[0]), seconds, submitSeconds };
}

/** Parameters of frames index·frames … (index + 1)·frames − 1. */
function parametersOf(job: BenchJob, frames: number, index: number): RunParameters {
  const { llrScale, amplitude } = job.channel;
  return { firstFrame: index * frames, frames, chunkFrames: CHUNK_FRAMES, key: [1, 0], llrScale, amplitude };
}
