import { channelPoint } from "../../../src/channel/channels.ts";
import { decoderProgram, decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine, EngineInfo } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { measureCopyBandwidth } from "../../../src/simulation/bench/copy-bandwidth.ts";
import { decoderKernelsOf, secondsOfDecoder } from "../../../src/simulation/bench/decoder-kernels.ts";
import {
  type HistogramRunner,
  iterationHistograms,
  iterationMean,
} from "../../../src/simulation/bench/iteration-histogram.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import type { Lab, Step } from "../../shared/runner/lab.ts";
import { type CellFile, cellKey, chainRate, type MeasuredCell } from "./cells.ts";
import { paperTables } from "./paper.ts";

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
  /** Frames of a cell. */
  readonly frames: number;
  /** Frames of one batch, cut to the device's maximum. */
  readonly inFlight: number;
  readonly seed: number;
}

/** A case on an engine. */
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

/** A channel point by its QBER in percent, without rounding errors: 3 % is 0.03, which 3/100 in binary need not be. */
export function qberPoint(percent: number) {
  return channelPoint("qber", Number((percent / 100).toPrecision(12)));
}

/**
 * A step for each case: simulates the cells that the file lacks, or has with fewer frames. Each case is prepared once
 * and goes from QBER to QBER; the file is saved after each cell.
 */
export function cellSteps(lab: Lab, cases: readonly CaseCells[], options: CellOptions, file: CellFile): Step[] {
  let copyBytesPerSecond: number | undefined;
  const sizes = new Map(paperTables().codes.map(({ code, bits }) => [code, bits]));
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
        copyBytesPerSecond ??= (await measureCopyBandwidth(engine)).bytesPerSecond;
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

/** Frames of a batch: enough for any device; on a software device a batch should not take minutes. */
const IN_FLIGHT = 16384;
const SOFTWARE_IN_FLIGHT = 64;

/** Default number of frames of a batch. */
export function defaultInFlight({ software, engine }: EngineInfo): number {
  return software || engine === "cpu" ? SOFTWARE_IN_FLIGHT : IN_FLIGHT;
}
