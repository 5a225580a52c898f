import { FRAMES_MAXIMUM } from "../../wgsl/common/workgroup-slot.ts";
import { pointText } from "../channel/channel-kind.ts";
import { type ChannelPoint, channelKind, channelPoint } from "../channel/channels.ts";
import { DEFAULT_GENERATOR } from "../channel/random.ts";
import { codeRate, meanSent } from "../code/rate-matching.ts";
import { decoderRules, decoderText, shortDecoderText, withStop } from "../decoder/decoder.ts";
import { withoutReprocessing } from "../decoder/reprocess/options.ts";
import { isShotDecoder } from "../decoder/shots/rules.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { type Engine, type EngineInfo, planOn } from "../engine/engine.ts";
import { loadCode } from "../node/codes/codes.ts";
import { readyWords } from "../node/codes/ready-encoder.ts";
import { engineSentence } from "../node/engine/engines.ts";
import { formatCount, formatInterval, formatNumber, formatQuantity, formatRate } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import {
  type BenchJob,
  benchJob,
  fastest,
  type JobOf,
  measureCopyBandwidth,
  measureKernels,
  measureLatency,
  measureTests,
  measureThroughput,
  measureWaiting,
  secondsOfDecoder,
  sweepFramesInFlight,
  type Throughput,
  type Waiting,
} from "../simulation/bench/bench.ts";
import type { ChunkCounts } from "../simulation/counts.ts";
import { clopperPearson } from "../simulation/statistics.ts";
import { hasSyndrome } from "../source/word-source.ts";
import { sum } from "../sum.ts";
import { defineCommand, duration, flag, inGroup, number } from "./command-line/option.ts";
import {
  CHANNEL_OPTIONS,
  channelOptions,
  chosenModulation,
  modelPoint,
  onePoint,
  ownPoint,
  randomOption,
  requireChannelPoint,
  withChannelWords,
} from "./options/channel.ts";
import {
  CODE_FILE_OPTIONS,
  CODE_OPTION,
  CODEWORD_OPTION,
  defaultWords,
  loadOptions,
  MODEL_OPTIONS,
  TRANSPORT_OPTIONS,
  UNSENT_OPTIONS,
  withModel,
} from "./options/code.ts";
import { chosenDecoder, DECODER_OPTIONS, ENGINE_OPTIONS, openChosenEngine } from "./options/decoder.ts";
import { printJson, printText, tell } from "./output.ts";

/** Channel point for early termination if no channel is named. Many of the built-in codes work at it. */
const DEFAULT_POINT = channelPoint("ebn0", 3);
/** Channel point for early termination with given syndromes. */
const SYNDROME_POINT = channelPoint("qber", 0.02);

const IN_FLIGHT = { group: "Measurement", example: "4096", whole: 1, maximum: FRAMES_MAXIMUM } as const;

export default defineCommand({
  options: {
    code: CODE_OPTION,
    ...MODEL_OPTIONS,
    ...UNSENT_OPTIONS,
    ...TRANSPORT_OPTIONS,
    ...DECODER_OPTIONS,
    frames: number(
      { ...IN_FLIGHT, defaultText: "the fastest power of two; with --reprocess up to the limit of memory" },
      "frames in flight",
    ),
    refills: number(
      { ...IN_FLIGHT, seldom: true, defaultText: "by device, frames and iterations" },
      "decoders over GF(q) with early termination: frames that use a slot one after another, on average",
    ),
    ...inGroup("Measurement", {
      seconds: duration({ example: "2", defaultText: "0.5" }, "time for each measurement, in seconds or with a unit"),
    }),
    ...channelOptions(({ help, parameter }) => {
      const usual = [DEFAULT_POINT, SYNDROME_POINT].find((point) => point.parameter === parameter);
      const unless = usual === SYNDROME_POINT ? " with syndromes" : "";
      return {
        describe: `${help}, for early termination`,
        defaultText: usual === undefined ? undefined : `${usual.value}${unless}`,
      };
    }),
    ...CHANNEL_OPTIONS,
    codeword: CODEWORD_OPTION,
    random: randomOption(DEFAULT_GENERATOR),
    json: flag("print JSON instead of tables", { group: "Output" }),
    ...ENGINE_OPTIONS,
    ...CODE_FILE_OPTIONS,
  },
  about: ["The measurement covers a whole simulation, from drawing the noise to counting the errors."],
  examples: {
    "ldpc bench --code nb620-gf32": "the default decoder of a built-in code",
    "ldpc bench --code wimax-2304-1152 --decoder 'min-sum schedule=layered' --iterations 20 --frames 16384":
      "layered min-sum with 20 iterations and 16384 frames in flight",
  },
  complete: (given, options) => withChannelWords(withModel(given, options), options),
  async run(options) {
    const code = loadCode(options.code, loadOptions(options));
    const spec = chosenDecoder(code, options);
    const codeword = options.codeword ?? defaultWords(code, options);
    const usual = hasSyndrome(codeword) ? SYNDROME_POINT : DEFAULT_POINT;
    const given = onePoint(options, () => (code.model === undefined ? usual : ownPoint(code.model)));
    const unmodulated = modelPoint(given, code);
    const modulation = chosenModulation(options, unmodulated, code);
    const point = { ...unmodulated, ...(modulation && { modulation }) };
    requireChannelPoint(point, code.matrix.field.q);
    const { seconds = 0.5, frames, refills, random: generator } = options;
    await readyWords(code, codeword, point, { say: tell });
    const engine = await openChosenEngine(options);
    try {
      tell(engineSentence(engine.info));
      const jobOf = (decoder: DecoderSpec, inFlight: number) =>
        benchJob(engine, code, decoder, point, { frames: inFlight, refills, codeword, generator });
      const plain = withoutReprocessing(spec);
      const jobs = {
        iterations: spec.iterations,
        // Whole shots have no fixed number of iterations: a shot is replaced when it ends.
        fixed: (inFlight: number) => jobOf(isShotDecoder(spec) ? plain : withStop(plain, "none"), inFlight),
        early: (inFlight: number) => jobOf(withStop(plain, "syndrome"), inFlight),
        ...(plain === spec ? {} : { reprocessing: (inFlight: number) => jobOf(spec, inFlight) }),
      };
      const report = await measure(engine, jobs, frames, seconds);
      const { p } = code.matrix.field;
      const sent = meanSent(code);
      const subject = {
        device: engine.info,
        code: code.name,
        spec,
        channel: point,
        bitsPerFrame: sent * p,
        informationBitsPerFrame: (hasSyndrome(codeword) ? sent : Math.round(codeRate(code) * sent)) * p,
      };
      const json = benchReport(subject, report);
      if (options.json) printJson("bench 1", { ...json, channel: { ...json.channel } });
      else printText(benchTables(json, process.stdout.columns));
    } finally {
      await engine.close();
    }
  },
});

/** Jobs of a decoder by the number of frames in flight. */
interface BenchJobs {
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
async function measure(engine: Engine, jobs: BenchJobs, frames: number | undefined, seconds: number) {
  const { fixed, early, reprocessing, iterations } = jobs;
  const isCpu = engine.info.engine === "cpu";
  const swept = frames === undefined ? await sweepFramesInFlight(fixed, isCpu ? 1 : 64, seconds) : [];
  const wanted = frames ?? fastest(swept).frames;
  const most = reprocessing === undefined ? wanted : Math.min(wanted, framesMaximum(reprocessing, wanted));
  const reprocessingSweep =
    reprocessing === undefined || frames !== undefined ? [] : await sweepFramesInFlight(reprocessing, most, seconds);
  const inFlight = reprocessingSweep.length === 0 ? most : fastest(reprocessingSweep).frames;
  const job = fixed(inFlight);
  const sweep = swept.some((each) => each.frames === inFlight)
    ? swept
    : [...swept, await measureThroughput(job, inFlight, seconds)];
  // With slot refill, memory holds more frames with early termination than without.
  const holdsMore =
    frames === undefined &&
    reprocessing === undefined &&
    framesMaximum(early, inFlight) > framesMaximum(fixed, inFlight);
  const ended = holdsMore
    ? fastest(await sweepFramesInFlight(early, inFlight, seconds))
    : await measureThroughput(early(inFlight), inFlight, seconds);
  return {
    plan: planOn(job.engine, job.program),
    ...(inFlight < wanted && { framesWanted: wanted }),
    /** Throughput without early termination for all tried numbers of frames in flight. */
    sweep,
    fixed: sweep.find((each) => each.frames === inFlight)!,
    early: ended,
    /** Undefined for a decoder whose frames do not wait for each other. */
    waiting: await measureWaiting(early(ended.frames), ended.frames, iterations),
    // Measured anew after a sweep: the fastest of several measurements would otherwise be compared with a single one.
    reprocessing:
      reprocessing && (await measureReprocessing(reprocessing(inFlight), inFlight, seconds, reprocessingSweep)),
    latency: await measureLatency(fixed(1), isCpu ? 3 : 20, { job, frames: inFlight }),
    /** Seconds by kernel for one run of `fixed.frames` frames. */
    stages: await measureKernels(job, inFlight),
    decoderKernels: job.decoderKernels,
    traffic: job.program.traffic,
    /** Bytes per second of a copy on the device. */
    copyBandwidth: (await measureCopyBandwidth(engine)).bytesPerSecond,
  };
}

async function measureReprocessing(job: BenchJob, frames: number, seconds: number, sweep: readonly Throughput[]) {
  const throughput = await measureThroughput(job, frames, seconds);
  const [testsPerFrame, plan] = [await measureTests(job, frames), planOn(job.engine, job.program)];
  return { ...throughput, sweep, testsPerFrame, plan };
}

/** Largest number of frames, up to `frames`, for which memory holds a job with the tests of failed frames. */
function framesMaximum(jobOf: JobOf, frames: number): number {
  const { engine, program } = jobOf(frames);
  return engine.framesMaximum(program);
}

/** Code, decoder, channel and device of the measurements. */
interface BenchSubject {
  readonly device: EngineInfo;
  readonly code: string;
  readonly spec: DecoderSpec;
  readonly channel: ChannelPoint;
  readonly bitsPerFrame: number;
  readonly informationBitsPerFrame: number;
}

export type BenchReport = ReturnType<typeof benchReport>;

/** All measurements in the units of reports. */
function benchReport(subject: BenchSubject, measured: Awaited<ReturnType<typeof measure>>) {
  const { device, code, spec, channel, bitsPerFrame, informationBitsPerFrame } = subject;
  const { latency, stages, plan, framesWanted, fixed, early, waiting, reprocessing, traffic, copyBandwidth } = measured;
  const row = <T extends Throughput>({ framesPerSecond, counts, ...rest }: T) => ({
    ...rest,
    framesPerSecond,
    codedMbitPerSecond: (framesPerSecond * bitsPerFrame) / 1e6,
    informationMbitPerSecond: (framesPerSecond * informationBitsPerFrame) / 1e6,
    frameErrors: counts.frameErrors,
    frameErrorRate: errorRate(counts),
  });
  const total = sum(Object.values(stages));
  const decoding = secondsOfDecoder(measured, stages);
  const frameIterationsPerSecond = (fixed.frames * spec.iterations) / decoding;
  return {
    device,
    code,
    decoder: decoderText(spec),
    iterations: spec.iterations,
    /** Whether frames are shots, each replaced when it ends. */
    isWholeShots: isShotDecoder(spec),
    /** False for a decoder without iterations, or of whole shots, whose early termination is the same measurement again. */
    iterates: decoderRules[spec.rule].iterates !== false && !isShotDecoder(spec),
    channel,
    codedBitsPerFrame: bitsPerFrame,
    informationBitsPerFrame,
    plan,
    ...(framesWanted !== undefined && { framesWanted }),
    sweep: measured.sweep.map(row),
    fixedIterations: row(fixed),
    earlyTermination: {
      ...row(early),
      /** Ratio of frames per second with and without early termination, and the ratio that the average number of iterations implies. */
      speedUp: early.framesPerSecond / fixed.framesPerSecond,
      iterationsSaved: spec.iterations / early.iterations,
      ...(waiting && { waiting }),
    },
    ...(reprocessing && {
      reprocessing: {
        ...row(reprocessing),
        sweep: reprocessing.sweep.map(row),
        /** Time with reprocessing divided by time without, with early termination, by the clock. */
        costs: early.framesPerSecond / reprocessing.framesPerSecond,
        /** Ratio of the mean times of a run on the device alone, with equal numbers of frames. */
        costsOnDevice: reprocessing.meanRunSeconds / early.meanRunSeconds,
      },
    }),
    decoderAlone: {
      frames: fixed.frames,
      /** Share of the decoder in the time of all kernels, from information bits to counters. */
      shareOfChain: decoding / total,
      codedMbitPerSecond: (fixed.frames * bitsPerFrame) / decoding / 1e6,
      informationMbitPerSecond: (fixed.frames * informationBitsPerFrame) / decoding / 1e6,
      edgeUpdatesPerSecond: frameIterationsPerSecond * traffic.edges,
      bytesPerIteration: traffic.bytesPerIteration,
      bytesPerSecond: frameIterationsPerSecond * traffic.bytesPerIteration,
      copyBytesPerSecond: copyBandwidth,
      shareOfCopyBandwidth: (frameIterationsPerSecond * traffic.bytesPerIteration) / copyBandwidth,
    },
    latency: {
      microseconds: latency.seconds * 1e6,
      deviceMicroseconds: latency.deviceSeconds * 1e6,
      ...(latency.submitSeconds !== undefined && { submitMicroseconds: latency.submitSeconds * 1e6 }),
    },
    stages: Object.entries(stages).map(([kernel, time]) => ({
      kernel,
      decoder: measured.decoderKernels.has(kernel),
      seconds: time,
      share: time / total,
    })),
  };
}

/** How fast early termination is, and the advice to do without where it is slower. */
export function earlyTerminationLine({ speedUp, iterationsSaved }: Record<"speedUp" | "iterationsSaved", number>) {
  const advice = speedUp < 1 ? ": stop=none is faster here" : "";
  const share = `${(100 / iterationsSaved).toFixed(0)} % of the iterations on average`;
  return `early termination: ${formatNumber(speedUp)} times as fast, with ${share}${advice}`;
}

/** The time of one frame and its parts: the host's until its commands are submitted, the device's, and what both leave. */
function latencyLine({ microseconds, deviceMicroseconds, submitMicroseconds }: BenchReport["latency"]): string {
  const device = `${formatNumber(deviceMicroseconds)} µs on the device`;
  const time = `one frame: ${formatNumber(microseconds)} µs from call to result`;
  if (submitMicroseconds === undefined) return `${time}, ${device}`;
  const rest = Math.max(0, microseconds - deviceMicroseconds - submitMicroseconds);
  return `${time}: ${formatNumber(submitMicroseconds)} µs to submission, ${device}, ${formatNumber(rest)} µs to start it and to map its result`;
}

function waitingLine({ frames, share }: Waiting): string {
  return `a frame waits in ${(100 * share).toFixed(0)} % of the iterations of its workgroup of ${frames} frames`;
}

/** FER with its 95 % interval over the timed frames. */
function errorRate({ frames, frameErrors }: ChunkCounts) {
  return { ...clopperPearson(frameErrors, frames), frames };
}

/** Columns of the throughput that a narrow screen drops, in order. */
const DROPPED_FIRST = ["ms per run", "spread", "information", "device frames/s", "iterations"];

/** The report in words and tables. @param width columns of the screen. Default: no limit. */
export function benchTables(report: BenchReport, width?: number): string {
  const { fixedIterations, earlyTermination, reprocessing, latency, decoderAlone, iterates } = report;
  const at = pointText(channelKind(report.channel), report.channel.value);
  const throughput = (name: string, row: typeof fixedIterations) => [
    name,
    String(row.frames),
    formatNumber(row.iterations),
    formatNumber(row.framesPerSecond),
    row.spread === null ? "–" : `± ${(100 * row.spread).toFixed(row.spread < 0.01 ? 1 : 0)} %`,
    formatNumber(row.deviceFramesPerSecond),
    formatNumber(row.codedMbitPerSecond),
    formatNumber(row.informationMbitPerSecond),
    formatNumber(row.meanRunSeconds * 1e3),
  ];
  const rows = [
    ...report.sweep.map((row) =>
      throughput(
        iterates ? "fixed iterations" : `${report.isWholeShots ? "whole shots" : "no iterations"}, ${at}`,
        row,
      ),
    ),
    ...(reprocessing?.sweep ?? []).map((row) => throughput(`with reprocessing, ${at}`, row)),
    ...(iterates ? [throughput(`early termination, ${at}`, earlyTermination)] : []),
    ...(reprocessing === undefined ? [] : [throughput(`with reprocessing, ${at}`, reprocessing)]),
  ];
  const isUnsteady = [...report.sweep, ...(reprocessing?.sweep ?? []), earlyTermination].some(
    ({ unsteady }) => unsteady === true,
  );
  const columns = [
    "",
    "frames in flight",
    "iterations",
    "frames/s",
    "spread",
    "device frames/s",
    "coded Mbit/s",
    "information",
    "ms per run",
  ];
  const perSecond = (value: number, unit: string) => formatQuantity(value, `${unit}/s`);
  return [
    `${report.code}, ${shortDecoderText(report.decoder)}, on ${report.device.adapter} (${report.device.driver})`,
    ...report.plan,
    ...(report.framesWanted === undefined
      ? []
      : [
          `${fixedIterations.frames} frames in flight instead of ${report.framesWanted}: with reprocessing, memory (--memory) and the largest buffer hold no more`,
        ]),
    "",
    formatTable(columns, rows, {
      align: columns.map((_, i) => (i === 0 ? "left" : "right")),
      width,
      drop: DROPPED_FIRST,
    }),
    "",
    ...(isUnsteady
      ? ["The device still got faster after 3 s of warm-up: measure again while it does no other work."]
      : []),
    rateLine(`FER at ${at}`, earlyTermination),
    ...(reprocessing === undefined ? [] : [rateLine(`with reprocessing, FER at ${at}`, reprocessing)]),
    ...(iterates ? [earlyTerminationLine(earlyTermination)] : []),
    ...(iterates && earlyTermination.waiting ? [waitingLine(earlyTermination.waiting)] : []),
    ...(reprocessing === undefined
      ? []
      : [
          `reprocessing: ${formatNumber(reprocessing.costs)} times as long by the clock, ${formatNumber(reprocessing.costsOnDevice)} times on the device, ${formatNumber(reprocessing.testsPerFrame)} tests per frame`,
        ]),
    `decoder alone, ${decoderAlone.frames} frames: ${perSecond(decoderAlone.codedMbitPerSecond * 1e6, "bit")} coded, ${perSecond(decoderAlone.informationMbitPerSecond * 1e6, "bit")} information, ${perSecond(decoderAlone.edgeUpdatesPerSecond, " edges")}; ${(100 * decoderAlone.shareOfChain).toFixed(0)} % of the chain's time`,
    `${formatNumber(decoderAlone.bytesPerIteration)} bytes per frame${iterates ? " and iteration" : ""} by the model: ${perSecond(decoderAlone.bytesPerSecond, "B")}, ${(100 * decoderAlone.shareOfCopyBandwidth).toFixed(0)} % of the copy bandwidth of ${perSecond(decoderAlone.copyBytesPerSecond, "B")}`,
    latencyLine(latency),
    "",
    formatTable(
      ["kernel", "share", `ms per run of ${fixedIterations.frames}`],
      report.stages.map(({ kernel, seconds, share }) => [
        kernel,
        `${(100 * share).toFixed(2)} %`,
        formatNumber(seconds * 1e3),
      ]),
      { align: ["left", "right", "right"] },
    ),
  ].join("\n");
}

type RateOf = Pick<BenchReport["earlyTermination"], "frameErrors" | "frameErrorRate">;

function rateLine(what: string, { frameErrors, frameErrorRate: { value, low, high, frames } }: RateOf): string {
  const measured =
    frameErrors > 0 ? `${formatRate(value)}, 95 % in ${formatInterval(low, high)}` : `below ${formatRate(high)} (95 %)`;
  return `${what}: ${measured}; ${formatCount(frameErrors)} of ${formatCount(frames)} frames`;
}
