import { z } from "zod";
import { channelPoint } from "../../../src/channel/channels.ts";
import type { Code } from "../../../src/code/code.ts";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { frameBytes } from "../../../src/engine/frame-slots.ts";
import { formatNumber, formatProbability } from "../../../src/report/format.ts";
import { benchJob, measureKernels, measureThroughput, secondsOfDecoder } from "../../../src/simulation/bench/bench.ts";
import { iterationHistograms, iterationMean } from "../../../src/simulation/bench/iteration-histogram.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { clopperPearson, type ErrorCount, fisherTest } from "../../../src/simulation/statistics.ts";
import type { MeasurementKind } from "../../shared/files.ts";
import { copyShareText } from "../../shared/limits.ts";
import { PAPER } from "./paper.ts";

/** A decoder of a code at a point of the BI-AWGN channel, syndromes given. */
export interface CvqkdCase {
  readonly code: Code;
  /** A spec from `completeDecoder`. */
  readonly decoder: string;
  /** 1/σ². */
  readonly snr: number;
}

const CELL = z.strictObject({
  code: z.string(),
  decoder: z.string(),
  /** 1/σ². */
  snr: z.number(),
  /** n, and n − M: each pulse carries a bit, and the syndrome leaves n − M bits secret. */
  bits: z.int().positive(),
  keyBits: z.int().positive(),
  frames: z.int().positive(),
  /** Frames with a wrong bit. */
  frameErrors: z.int().nonnegative(),
  /** Frames with a wrong bit that satisfy all checks. */
  undetected: z.int().nonnegative(),
  /** [iterations + 1]: frames that satisfied all checks in the end, by iterations; the rest failed. */
  converged: z.array(z.int().nonnegative()),
  failed: z.int().nonnegative(),
  /** Frames per batch. */
  inFlight: z.int().positive(),
  /** Time of all batches, sampling to counters: on the device, and by the clock with one batch after the other. */
  seconds: z.number().nonnegative(),
  clockSeconds: z.number().nonnegative(),
});

/** A decoder of a code at an SNR of the BI-AWGN channel, simulated: random words, syndromes given. */
export type FerCell = Readonly<z.infer<typeof CELL>>;

export const FER_CELLS: MeasurementKind<FerCell> = {
  experiment: "cvqkd-fer",
  schema: CELL,
  key: ({ code, decoder, snr }) => ferKey(code, decoder, snr),
};

export const ferKey = (code: string, decoder: string, snr: number) => JSON.stringify([code, decoder, snr]);

/**
 * Simulates a cell up to a number of frames, continuing an earlier result with the same frames in flight. The frames
 * are the frames of `ldpc simulate --codeword syndrome` with the same seed.
 * @param found receives the cell so far after each batch.
 */
export async function measureFer(
  engine: Engine,
  { code, decoder, snr }: CvqkdCase,
  { frames, inFlight, seed }: { readonly frames: number; readonly inFlight: number; readonly seed: number },
  before: FerCell | undefined,
  found: (cell: FerCell) => void,
): Promise<FerCell> {
  const spec = readDecoder(decoder);
  const point = channelPoint("snr", snr);
  const wanted = Math.min(inFlight, frames);
  const program = monteCarloProgram(code, spec, "syndrome", engine.limits, point, { frames: wanted });
  const runner = await iterationHistograms(engine, program, code, spec, wanted);
  try {
    // Some drivers compile at the first use, and an idle device takes a while to reach its full clock.
    if (!engine.info.software) await runner.run(point, seed, runner.frames);
    // The seconds of batches of different sizes must not be added.
    let cell = before?.inFlight === runner.frames ? before : undefined;
    while ((cell?.frames ?? 0) < frames) {
      const first = cell?.frames ?? 0;
      const begin = performance.now();
      const run = await runner.run(point, seed, Math.min(runner.frames, frames - first), first);
      const clockSeconds = (performance.now() - begin) / 1000;
      cell = {
        code: code.name,
        decoder,
        snr,
        bits: code.matrix.columns,
        keyBits: code.matrix.columns - code.matrix.rows,
        frames: first + run.counts.frames,
        frameErrors: (cell?.frameErrors ?? 0) + run.counts.frameErrors,
        undetected: (cell?.undetected ?? 0) + run.counts.undetected,
        converged: run.converged.map((count, i) => count + (cell?.converged[i] ?? 0)),
        failed: (cell?.failed ?? 0) + run.failed,
        inFlight: runner.frames,
        seconds: (cell?.seconds ?? 0) + run.seconds,
        clockSeconds: (cell?.clockSeconds ?? 0) + clockSeconds,
      };
      found(cell);
    }
    return cell!;
  } finally {
    runner.release();
  }
}

/** Average over all frames; failed frames count with all iterations. */
export const meanIterations = (cell: FerCell): number => iterationMean(cell).mean;

/** Megabits per second on the device, sampling to counters. */
export const cellMbit = ({ frames, bits, seconds }: FerCell): number => (frames * bits) / seconds / 1e6;

/** "3 of 128 frames, 1 of them undetected, 95 % 0.005–0.067". */
export function failuresText({ errors, frames, undetected }: ErrorCount & { readonly undetected?: number }): string {
  const { low, high } = clopperPearson(errors, frames);
  const wrong = undetected === undefined ? "" : `, ${undetected} of them undetected`;
  return `${errors} of ${frames} frames${wrong}, 95 % ${formatNumber(low)}–${formatNumber(high)}`;
}

/** A cell's failures and the paper's, both with intervals, and the p-value of Fisher's exact test for codes of one size. */
export function failuresBeside({ frameErrors: errors, frames, undetected, bits }: FerCell, paper: ErrorCount): string {
  const both = `${failuresText({ errors, frames, undetected })}; paper ${failuresText(paper)}`;
  if (bits !== PAPER.bits) return both;
  const p = fisherTest({ errors, frames }, paper);
  return `${both}; equal with p ${p === 0 ? "" : "= "}${formatProbability(p)}`;
}

const SPEED = z.strictObject({
  code: z.string(),
  decoder: z.string(),
  /** Requested number of frames at once, and the actual number, which the device may limit. */
  asked: z.int().positive(),
  frames: z.int().positive(),
  /** n. */
  bits: z.int().positive(),
  iterations: z.int().positive(),
  /** Edges of the Tanner graph, and edges with stored messages. */
  edges: z.int().positive(),
  messages: z.int().positive(),
  /** Of an iteration of one frame, by the model of the decoder's program. */
  bytesPerIteration: z.number().positive(),
  /** Device memory of one frame: of the whole chain, and of the decoder. */
  frameBytes: z.number().positive(),
  decoderFrameBytes: z.number().positive(),
  /** On the device, of all frames, sampling to counters: the median of `runs`. */
  seconds: z.number().positive(),
  runs: z.int().positive(),
  /** Seconds of the decoder's kernels alone, and of every kernel, with consecutive dispatches of a kernel timed together. */
  decoderSeconds: z.number().positive(),
  stages: z.record(z.string(), z.number()),
  /** Frames per second by the clock, runs overlapping. */
  clockFramesPerSecond: z.number().positive(),
  /** Bytes read and written by a copy. */
  copyBytesPerSecond: z.number().positive(),
});

/** Speed of a decoder of a code with a number of frames at once, without early termination. */
export type MeasuredSpeed = Readonly<z.infer<typeof SPEED>>;

export const SPEEDS: MeasurementKind<MeasuredSpeed> = {
  experiment: "cvqkd-table-1",
  schema: SPEED,
  key: ({ code, decoder, asked }) => speedKey(code, decoder, asked),
};

export const speedKey = (code: string, decoder: string, frames: number) => JSON.stringify([code, decoder, frames]);

/** Megabits per second, sampling to counters. */
export const chainMbit = ({ frames, bits, seconds }: MeasuredSpeed): number => (frames * bits) / seconds / 1e6;

/** Bytes per second that the iterations read and write by the model, over the time of the whole chain. */
function iterationBytesPerSecond({ frames, iterations, bytesPerIteration, seconds }: MeasuredSpeed): number {
  return (frames * iterations * bytesPerIteration) / seconds;
}

/**
 * Measures speeds of a case for ascending numbers of frames, each cut to the device's maximum; it measures each
 * resulting number once.
 * @param seconds minimum time for each.
 */
export async function measureSpeeds(
  engine: Engine,
  { code, decoder, snr }: CvqkdCase,
  asked: readonly number[],
  { seconds, copyBytesPerSecond }: { readonly seconds: number; readonly copyBytesPerSecond: number },
  found: (speed: MeasuredSpeed) => void,
): Promise<void> {
  const spec = readDecoder(decoder);
  const most = Math.max(...asked);
  const job = benchJob(engine, code, spec, channelPoint("snr", snr), { frames: most, codeword: "syndrome" });
  const maximum = engine.framesMaximum(job.program);
  // Bits in the decoder's own form, as in the chain.
  const alone = decoderProgram(code, spec, engine.limits, { syndrome: true, lanes: true, frames: most });
  let last: MeasuredSpeed | undefined;
  for (const wanted of [...asked].sort((a, b) => a - b)) {
    const frames = Math.min(wanted, maximum);
    if (last?.frames === frames) {
      found({ ...last, asked: wanted });
      continue;
    }
    const throughput = await measureThroughput(job, frames, seconds);
    const stages = await measureKernels(job, frames);
    last = {
      code: code.name,
      decoder,
      asked: wanted,
      frames,
      bits: code.matrix.columns,
      iterations: spec.iterations,
      edges: job.program.traffic.edges,
      messages: job.program.buffers.messages.length,
      bytesPerIteration: job.program.traffic.bytesPerIteration,
      frameBytes: frameBytes(job.program),
      decoderFrameBytes: frameBytes(alone),
      seconds: throughput.runSeconds,
      runs: throughput.runs,
      decoderSeconds: secondsOfDecoder(job, stages),
      stages,
      clockFramesPerSecond: throughput.framesPerSecond,
      copyBytesPerSecond,
    };
    found(last);
  }
}

/** The conditions of a measured speed, and its share of the device's limit. */
export function speedText(speed: MeasuredSpeed): string {
  const { frames, bits, runs, seconds, code, copyBytesPerSecond } = speed;
  const bytes = iterationBytesPerSecond(speed);
  return [
    `${code}, ${frames} frames at once`,
    `${formatNumber((1e6 * seconds) / frames)} µs a frame (median of ${runs})`,
    `${formatNumber(bytes / 1e9)} GB/s of iterations, of the copy bandwidth ${copyShareText(bytes / copyBytesPerSecond)}`,
    `by the clock ${formatNumber((speed.clockFramesPerSecond * bits) / 1e6, 4)} Mbit/s`,
  ].join("; ");
}
