import { pointText } from "../../channel/channel-kind.ts";
import { type ChannelPoint, channelKind } from "../../channel/channels.ts";
import { decoderRules } from "../../decoder/decoder.ts";
import type { DecoderTraffic } from "../../decoder/decoder-program.ts";
import { isShotDecoder } from "../../decoder/shots/rules.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { EngineInfo } from "../../engine/engine.ts";
import { formatCount, formatInterval, formatNumber, formatQuantity, formatRate } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import type { Latency, Throughput } from "../../simulation/bench/bench.ts";
import { secondsOfDecoder } from "../../simulation/bench/decoder-kernels.ts";
import type { Waiting } from "../../simulation/bench/waiting.ts";
import type { ChunkCounts } from "../../simulation/counts.ts";
import { clopperPearson } from "../../simulation/statistics/statistics.ts";
import { sum } from "../../sum.ts";

/** Measurements of `ldpc bench`. */
export interface Measured {
  readonly plan: readonly string[];
  /** Number of frames in flight that was requested, or was fastest without reprocessing, if memory holds fewer with reprocessing. */
  readonly framesWanted?: number;
  /** Throughput without early termination for all tried numbers of frames in flight. */
  readonly sweep: readonly Throughput[];
  readonly fixed: Throughput;
  readonly early: Throughput;
  /** Left out for a decoder whose frames do not wait for each other. */
  readonly waiting?: Waiting;
  /** With reprocessing of failed frames, if the decoder has it. All other measurements are without. */
  readonly reprocessing?: Throughput & {
    /** Throughput for all tried numbers of frames in flight, if no number was requested. */
    readonly sweep: readonly Throughput[];
    readonly testsPerFrame: number;
    readonly plan: readonly string[];
  };
  readonly latency: Latency;
  /** Seconds by kernel for one run of `fixed.frames` frames. */
  readonly stages: Readonly<Record<string, number>>;
  readonly decoderKernels: ReadonlySet<string>;
  readonly traffic: DecoderTraffic;
  /** Bytes per second of a copy on the device. */
  readonly copyBandwidth: number;
}

/** Code, decoder, channel and device of the measurements. */
export interface BenchSubject {
  readonly device: EngineInfo;
  readonly code: string;
  readonly spec: DecoderSpec;
  /** The canonical spec. */
  readonly decoder: string;
  readonly channel: ChannelPoint;
  readonly bitsPerFrame: number;
  readonly informationBitsPerFrame: number;
}

export type BenchReport = ReturnType<typeof benchReport>;

/** All measurements in the units of reports. */
export function benchReport(subject: BenchSubject, measured: Measured) {
  const { device, code, spec, decoder, channel, bitsPerFrame, informationBitsPerFrame } = subject;
  const { latency, stages, plan, framesWanted, fixed, early, reprocessing, traffic, copyBandwidth } = measured;
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
    decoder,
    iterations: spec.iterations,
    /** Whether frames are shots, each replaced when it ends. */
    isWholeShots: isShotDecoder(spec),
    /** False for a decoder without iterations, or of whole shots, whose early termination is the same measurement again. */
    iterates: decoderRules[spec.rule].iterates !== false && !isShotDecoder(spec),
    channel,
    codedBitsPerFrame: bitsPerFrame,
    informationBitsPerFrame,
    plan,
    ...(framesWanted === undefined ? {} : { framesWanted }),
    sweep: measured.sweep.map(row),
    fixedIterations: row(fixed),
    earlyTermination: {
      ...row(early),
      /** Ratio of frames per second with and without early termination, and the ratio that the average number of iterations implies. */
      speedUp: early.framesPerSecond / fixed.framesPerSecond,
      iterationsSaved: spec.iterations / early.iterations,
      ...(measured.waiting === undefined ? {} : { waiting: measured.waiting }),
    },
    ...(reprocessing === undefined
      ? {}
      : {
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
    latency: { microseconds: latency.seconds * 1e6, deviceMicroseconds: latency.deviceSeconds * 1e6 },
    stages: Object.entries(stages).map(([kernel, time]) => ({
      kernel,
      decoder: measured.decoderKernels.has(kernel),
      seconds: time,
      share: time / total,
    })),
  };
}

/** How fast early termination is, and the advice to do without where it is slower. */
export function earlyTerminationLine({
  speedUp,
  iterationsSaved,
}: {
  speedUp: number;
  iterationsSaved: number;
}): string {
  const advice = speedUp < 1 ? ": stop=none is faster here" : "";
  const share = `${(100 / iterationsSaved).toFixed(0)} % of the iterations on average`;
  return `early termination: ${formatNumber(speedUp)} times as fast, with ${share}${advice}`;
}

function waitingLine(waiting: Waiting | undefined): string[] {
  if (waiting === undefined) return [];
  const { frames, share } = waiting;
  return [`a frame waits in ${(100 * share).toFixed(0)} % of the iterations of its workgroup of ${frames} frames`];
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
    ...["", "frames in flight", "iterations", "frames/s", "spread", "device frames/s", "coded Mbit/s", "information"],
    "ms per run",
  ];
  const perSecond = (value: number, unit: string) => formatQuantity(value, `${unit}/s`);
  return [
    `${report.code}, ${report.decoder}, on ${report.device.adapter} (${report.device.driver})`,
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
    ...(iterates ? [earlyTerminationLine(earlyTermination), ...waitingLine(earlyTermination.waiting)] : []),
    ...(reprocessing === undefined
      ? []
      : [
          `reprocessing: ${formatNumber(reprocessing.costs)} times as long by the clock, ${formatNumber(reprocessing.costsOnDevice)} times on the device, ${formatNumber(reprocessing.testsPerFrame)} tests per frame`,
        ]),
    `decoder alone, ${decoderAlone.frames} frames: ${perSecond(decoderAlone.codedMbitPerSecond * 1e6, "bit")} coded, ${perSecond(decoderAlone.informationMbitPerSecond * 1e6, "bit")} information, ${perSecond(decoderAlone.edgeUpdatesPerSecond, " edges")}; ${(100 * decoderAlone.shareOfChain).toFixed(0)} % of the chain's time`,
    `${formatNumber(decoderAlone.bytesPerIteration)} bytes per frame${iterates ? " and iteration" : ""} by the model: ${perSecond(decoderAlone.bytesPerSecond, "B")}, ${(100 * decoderAlone.shareOfCopyBandwidth).toFixed(0)} % of the copy bandwidth of ${perSecond(decoderAlone.copyBytesPerSecond, "B")}`,
    `one frame: ${formatNumber(latency.microseconds)} µs from submission to result, ${formatNumber(latency.deviceMicroseconds)} µs on the device`,
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
