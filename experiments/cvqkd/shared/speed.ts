import { z } from "zod";
import { channelPoint } from "../../../src/channel/channels.ts";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { frameBytes } from "../../../src/engine/frame-slots.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { measureKernels, measureThroughput } from "../../../src/simulation/bench/bench.ts";
import { benchJob } from "../../../src/simulation/bench/bench-job.ts";
import { secondsOfDecoder } from "../../../src/simulation/bench/decoder-kernels.ts";
import { copyShareText } from "../../shared/limits/decoder-limit.ts";
import type { MeasurementKind } from "../../shared/measurement-file.ts";
import type { CvqkdCase } from "./cases.ts";

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

export function speedKey(code: string, decoder: string, frames: number): string {
  return JSON.stringify([code, decoder, frames]);
}

/** Megabits per second, sampling to counters. */
export function chainMbit({ frames, bits, seconds }: MeasuredSpeed): number {
  return (frames * bits) / seconds / 1e6;
}

/** Megabits per second of the decoder's kernels alone. */
export function decoderMbit({ frames, bits, decoderSeconds }: MeasuredSpeed): number {
  return (frames * bits) / decoderSeconds / 1e6;
}

/** Bytes per second that the iterations read and write by the model, over the time of the whole chain. */
export function iterationBytesPerSecond({ frames, iterations, bytesPerIteration, seconds }: MeasuredSpeed): number {
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
  const job = benchJob(engine, code, spec, channelPoint("snr", snr), {
    frames: Math.max(...asked),
    codeword: "syndrome",
  });
  const maximum = engine.framesMaximum(job.program);
  // Bits in the decoder's own form, as in the chain.
  const request = { syndrome: true, lanes: true, frames: Math.max(...asked) };
  const alone = decoderProgram(code, spec, engine.limits, request);
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
