import { z } from "zod";
import { channelPoint } from "../../../src/channel/channels.ts";
import { decoderProgram, decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine, EngineInfo } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { decoderKernelsOf, secondsOfDecoder } from "../../../src/simulation/bench/bench.ts";
import {
  type HistogramRunner,
  iterationHistograms,
  iterationMean,
} from "../../../src/simulation/bench/iteration-histogram.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import type { MeasurementFile, MeasurementKind } from "../../shared/files.ts";
import type { Lab, Step } from "../../shared/lab.ts";
import { copyBandwidth } from "../../shared/limits.ts";
import { qberPoint } from "../../shared/measure.ts";
import { measurement } from "../../shared/options.ts";
import { PAPER } from "./paper.ts";

const CELL = z.strictObject({
  /** Code whose information columns are used. */
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** Percent. */
  qber: z.number(),
  frames: z.int().positive(),
  /** [iterations + 1]: frames that converged, by iterations done. */
  converged: z.array(z.int().nonnegative()),
  /** Frames that did not converge. */
  failed: z.int().nonnegative(),
  /** Frames that converged to another word than Alice's. */
  undetected: z.int().nonnegative(),
  /** Sifted bits of a frame. */
  bits: z.int().positive(),
  /** Of all frames on the device, sampling to counters. */
  seconds: z.number().nonnegative(),
  /** Seconds of the decoder's kernels alone, for a batch of `profiledFrames` frames each kernel timed by itself. */
  decoderSeconds: z.number().nonnegative(),
  profiledFrames: z.int().positive(),
  /** Of an iteration of one frame, by the model of the decoder's program. */
  bytesPerIteration: z.number().positive(),
  /** Bytes read and written by a copy on the device. */
  copyBytesPerSecond: z.number().positive(),
});

/** A code with a decoder at a QBER, simulated. */
export type MeasuredCell = Readonly<z.infer<typeof CELL>>;

type CellName = Pick<MeasuredCell, "code" | "decoder" | "qber">;

export const CELLS: MeasurementKind<MeasuredCell> = { experiment: "qkd-tables", schema: CELL, key: cellKey };

export function cellKey({ code, decoder, qber }: CellName): string {
  return JSON.stringify([code, decoder, qber]);
}

/** Megabits of sifted key per second, sampling to counters. */
export function chainRate({ frames, bits, seconds }: Pick<MeasuredCell, "frames" | "bits" | "seconds">): number {
  return (frames * bits) / seconds / 1e6;
}

/** Megabits of sifted key per second, the decoder's kernels alone. */
export function decoderRate({ profiledFrames, bits, decoderSeconds }: MeasuredCell): number {
  return (profiledFrames * bits) / decoderSeconds / 1e6;
}

/**
 * The decoder kernels' fraction of the copy bandwidth by the model: the bytes of the iterations that each frame needed.
 * Iterations in which a done frame only accompanies other frames of its word do not count.
 */
export function bandwidthShare(cell: MeasuredCell): number {
  const bytes = cell.profiledFrames * iterationMean(cell).mean * cell.bytesPerIteration;
  return bytes / cell.decoderSeconds / cell.copyBytesPerSecond;
}

/** A decoder of a code's information columns, over the BSC with the syndrome given. */
export interface ReconciliationCase {
  readonly code: string;
  readonly decoder: string;
}

/** A case at points of the BSC. */
export interface CaseCells extends ReconciliationCase {
  /** Percent. */
  readonly qbers: readonly number[];
}

/** Settings for the simulation of cells. */
export interface CellOptions {
  readonly frames: number;
  /** Frames of one batch, cut to the device's maximum. */
  readonly inFlight: number;
  readonly seed: number;
}

export interface PreparedCase extends HistogramRunner {
  /** Canonical spec. */
  readonly decoder: string;
  /** Sifted bits of a frame, and syndrome bits. */
  readonly bits: number;
  readonly checks: number;
  readonly decoderKernels: ReadonlySet<string>;
  /** Of an iteration of one frame, by the model of the decoder's program. */
  readonly bytesPerIteration: number;
}

/** @throws InputError for an unknown code or decoder, or a code without information columns. */
export async function prepareCase(
  engine: Engine,
  { code: name, decoder }: ReconciliationCase,
  inFlight: number,
): Promise<PreparedCase> {
  const code = loadCode(name, { columns: "information" });
  const spec = readDecoder(decoder);
  const { limits } = engine;
  const alone = decoderProgram(code, spec, limits, { syndrome: true, frames: inFlight });
  const program = monteCarloProgram(code, spec, "syndrome", limits, channelPoint("qber", 0.01), { frames: inFlight });
  const runner = await iterationHistograms(engine, program, code, spec, inFlight);
  return {
    ...runner,
    decoder: decoderText(spec),
    bits: code.matrix.columns,
    checks: code.matrix.rows,
    decoderKernels: decoderKernelsOf(alone),
    bytesPerIteration: alone.traffic.bytesPerIteration,
  };
}

/**
 * A step for each case: simulates the cells that the file lacks, or has with fewer frames. Each case is prepared once
 * and goes from QBER to QBER; the file is saved after each cell.
 */
export function cellSteps(
  lab: Lab,
  cases: readonly CaseCells[],
  options: CellOptions,
  file: MeasurementFile<MeasuredCell>,
): Step[] {
  const copy = copyBandwidth(() => lab.engine);
  const sizes = new Map(PAPER.codes.map(({ code, bits }) => [code, bits]));
  return cases.map((one) => {
    const decoder = decoderText(readDecoder(one.decoder));
    const lacks = () =>
      one.qbers.filter((qber) => (file.find(cellKey({ code: one.code, decoder, qber }))?.frames ?? 0) < options.frames);
    return {
      what: `${one.code} ${decoder}, QBER ${one.qbers.join(", ")} %, ${options.frames} frames each`,
      cost: (sizes.get(one.code) ?? 1) * one.qbers.length,
      isDone: () => lacks().length === 0,
      async run(share) {
        const { engine } = lab;
        const missing = lacks();
        const copyBytesPerSecond = await copy();
        const prepared = await prepareCase(engine, one, Math.min(options.inFlight, options.frames));
        try {
          // Some drivers compile at the first use, and an idle device takes a while to reach its full clock.
          await prepared.run(qberPoint(missing[0]), options.seed, Math.min(options.frames, prepared.frames));
          const rows: string[] = [];
          for (const qber of missing) {
            const cell = { ...(await measureCell(prepared, one.code, qber, options)), copyBytesPerSecond };
            file.set(cell);
            file.save();
            rows.push(cellText(cell));
            share(rows.length / missing.length);
          }
          return rows;
        } finally {
          prepared.release();
        }
      },
    };
  });
}

function cellText(cell: MeasuredCell): string {
  const { code, decoder, qber, failed, frames } = cell;
  const iterations = iterationMean(cell).mean.toFixed(2);
  return `${code} at ${qber} %, ${decoder}: ${failed} of ${frames} frames failed, ${iterations} iterations, ${formatNumber(chainRate(cell))} Mbit/s`;
}

async function measureCell(
  prepared: PreparedCase,
  code: string,
  qber: number,
  { frames, seed }: CellOptions,
): Promise<Omit<MeasuredCell, "copyBytesPerSecond">> {
  const point = qberPoint(qber);
  const profiledFrames = Math.min(frames, prepared.frames);
  const profile = await prepared.profile(point, seed, profiledFrames);
  const { converged, failed, counts, seconds } = await prepared.run(point, seed, frames);
  return {
    code,
    decoder: prepared.decoder,
    qber,
    frames,
    converged: [...converged],
    failed,
    undetected: counts.undetected,
    bits: prepared.bits,
    seconds,
    decoderSeconds: secondsOfDecoder(prepared, profile.seconds),
    profiledFrames,
    bytesPerIteration: prepared.bytesPerIteration,
  };
}

/** --in-flight of experiments that simulate in batches. */
export const BATCH = measurement.count("frames of a batch, cut to the device's maximum", "4096", {
  unset: "16384; software device: 64",
});

/** Frames of a batch: enough for any device; on a software device a batch should not take minutes. */
export function defaultInFlight({ software, engine }: EngineInfo): number {
  return software || engine === "cpu" ? 64 : 16384;
}
