import { z } from "zod";
import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { formatNumber, formatProbability } from "../../../src/report/format.ts";
import { iterationHistograms, iterationMean } from "../../../src/simulation/bench/iteration-histogram.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { type ErrorCount, fisherTest } from "../../../src/simulation/statistics/exact-tests.ts";
import { clopperPearson } from "../../../src/simulation/statistics/statistics.ts";
import type { MeasurementKind } from "../../shared/measurement-file.ts";
import type { CvqkdCase } from "./cases.ts";
import { PAPER_BITS } from "./paper.ts";

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

export function ferKey(code: string, decoder: string, snr: number): string {
  return JSON.stringify([code, decoder, snr]);
}

/** Settings for the simulation of cells. */
export interface FerOptions {
  readonly frames: number;
  readonly inFlight: number;
  readonly seed: number;
}

/**
 * Simulates a cell up to a number of frames, continuing an earlier result with the same frames in flight. The frames
 * are the frames of `ldpc simulate --codeword syndrome` with the same seed.
 * @param found receives the cell so far after each batch.
 */
export async function measureFer(
  engine: Engine,
  { code, decoder, snr }: CvqkdCase,
  { frames, inFlight, seed }: FerOptions,
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
export function meanIterations(cell: FerCell): number {
  return iterationMean(cell).mean;
}

/** Megabits per second on the device, sampling to counters. */
export function cellMbit({ frames, bits, seconds }: FerCell): number {
  return (frames * bits) / seconds / 1e6;
}

/** "3 of 128 frames, 95 % 0.005–0.067". */
export function failuresText({ errors, frames }: ErrorCount): string {
  const { low, high } = clopperPearson(errors, frames);
  return `${errors} of ${frames} frames, 95 % ${formatNumber(low)}–${formatNumber(high)}`;
}

/** "3 of 128 frames, 1 of them undetected, 95 % 0.005–0.067". */
export function cellFailures({ frameErrors: errors, frames, undetected }: FerCell): string {
  return failuresText({ errors, frames }).replace(" frames,", ` frames, ${undetected} of them undetected,`);
}

/** A cell's failures and the paper's, both with intervals, and the p-value of Fisher's exact test for codes of one size. */
export function failuresBeside(cell: FerCell, paper: ErrorCount): string {
  const both = `${cellFailures(cell)}; paper ${failuresText(paper)}`;
  if (cell.bits !== PAPER_BITS) return both;
  const p = fisherTest({ errors: cell.frameErrors, frames: cell.frames }, paper);
  return `${both}; equal with p ${p === 0 ? "" : "= "}${formatProbability(p)}`;
}

/** Iterations of the slowest converged frame; 0 if none converged. */
export function slowestIterations({ converged }: FerCell): number {
  return Math.max(
    0,
    converged.findLastIndex((frames) => frames > 0),
  );
}
