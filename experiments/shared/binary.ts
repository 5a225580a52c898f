import { channelPoint } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import { codeRate, transmittedPositions } from "../../src/code/rate-matching.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { type BenchJob, measureKernels, measureThroughput, type Throughput } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { secondsOfDecoder } from "../../src/simulation/bench/decoder-kernels.ts";

/** A decoder of a code at a point of the AWGN channel. */
export interface BinaryCase {
  readonly code: string;
  /** 5G: block rows used. */
  readonly rows?: number;
  readonly decoder: string;
  readonly ebn0: number;
}

/** The figures of a case with a number of frames in flight. */
export interface BinaryFigures {
  readonly frames: number;
  /** Decoder alone, by the kernels' times on the device. Bits per second. */
  readonly coded: number;
  readonly information: number;
  /** Bytes per second by the model of the decoder's program. */
  readonly bytes: number;
  /** Iterations of frames per second, and edges of a frame. */
  readonly frameIterations: number;
  readonly edges: number;
  /** Sampling to counters. */
  readonly chain: Throughput;
  readonly stages: Readonly<Record<string, number>>;
}

export function binaryCode({ code, rows }: BinaryCase): Code {
  return loadCode(code, { rows });
}

export function binaryJob(engine: Engine, one: BinaryCase): BenchJob {
  return benchJob(engine, binaryCode(one), readDecoder(one.decoder), channelPoint("ebn0", one.ebn0));
}

/** The fastest of several numbers of frames in flight, up to the device's maximum. */
export async function bestFigures(
  engine: Engine,
  one: BinaryCase,
  framesInFlight: readonly number[],
  seconds: number,
): Promise<BinaryFigures> {
  const code = binaryCode(one);
  const { iterations } = readDecoder(one.decoder);
  const job = binaryJob(engine, one);
  const sent = transmittedPositions(code).length;
  const figures: BinaryFigures[] = [];
  const maximum = engine.framesMaximum(job.program);
  for (const frames of new Set(framesInFlight.map((wanted) => Math.min(wanted, maximum)))) {
    const chain = await measureThroughput(job, frames, seconds);
    const stages = await measureKernels(job, frames);
    const decoding = secondsOfDecoder(job, stages);
    figures.push({
      frames,
      coded: (frames * sent) / decoding,
      information: (frames * sent * codeRate(code)) / decoding,
      bytes: (frames * iterations * job.program.traffic.bytesPerIteration) / decoding,
      frameIterations: (frames * iterations) / decoding,
      edges: job.program.traffic.edges,
      chain,
      stages,
    });
  }
  return figures.reduce((best, now) => (now.coded > best.coded ? now : best));
}

/** Seconds of the decoder's kernels for `frames` frames. */
export async function decodingSeconds(job: BenchJob, frames: number): Promise<number> {
  return secondsOfDecoder(job, await measureKernels(job, frames));
}

/** A case's name in reports. */
export function caseText({ code, rows, decoder }: BinaryCase): string {
  return `${code}${rows === undefined ? "" : ` --rows ${rows}`}: ${decoderText(readDecoder(decoder))}`;
}
