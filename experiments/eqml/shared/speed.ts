import { cpus } from "node:os";
import { z } from "zod";
import type { Code } from "../../../src/code/code.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { MeasurementFile, MeasurementKind } from "../../shared/files.ts";
import { type EqmlRunner, eqmlRunner } from "./cells.ts";
import { type EqmlDecoder, PAPER, STAGES, stagesDecoder, TABLE_4_EBN0 } from "./paper.ts";

/** A decoder of a code at an Eb/N0, to be timed. */
export interface SpeedCase {
  readonly code: string;
  /** Stages of reprocessing; 0 without reprocessing. */
  readonly stages: number;
  /** Canonical spec. */
  readonly decoder: string;
  /** dB. */
  readonly ebn0: number;
  /** Whether the serial decoder is timed too. */
  readonly serial: boolean;
  /** Frames of a run; the experiment's number if left out. */
  readonly inFlight?: number;
}

/** More stages, at an Eb/N0 where every frame fails. */
export const MOST_STAGES = 5;
/** Numbers of frames of a run that do not fill the device, for the first point of Table 6. */
export const FEWER_IN_FLIGHT: readonly number[] = [1, 16, 256];

/**
 * The cases of Tables 4 to 6, the same cases without reprocessing, and with fewer frames at once; points of a code from
 * low to high Eb/N0.
 */
export function speedCases(options: EqmlDecoder): SpeedCase[] {
  const { table4, table5, table6 } = PAPER;
  const made = (code: string, stages: number, ebn0: number): SpeedCase => ({
    ...{ code, stages, ebn0 },
    decoder: stagesDecoder(options, stages),
    serial: stages > 0,
  });
  const cases = [
    ...table4.rows.map(({ stages }) => made(table4.code, stages, TABLE_4_EBN0)),
    ...[table5, table6].flatMap(({ code, rows }) =>
      rows.flatMap(({ snr }) => [0, STAGES].map((stages) => made(code, stages, snr))),
    ),
    ...[table5, table6].map(({ code, rows }) => made(code, MOST_STAGES, rows[0].snr)),
    ...FEWER_IN_FLIGHT.flatMap((inFlight) =>
      [STAGES, MOST_STAGES].map((stages) => ({
        ...made(table6.code, stages, table6.rows[0].snr),
        ...{ serial: false, inFlight },
      })),
    ),
  ];
  return cases.sort((a, b) => a.ebn0 - b.ebn0);
}

const CELL = z.strictObject({
  /** The file's device, or the CPU engine on one core of the device's machine. */
  on: z.enum(["device", "serial"]),
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** dB. */
  ebn0: z.number(),
  /** Frames of a run on the device, if they differ from the experiment's. */
  inFlight: z.int().positive().optional(),
  /** Number of frames, and of frames that the first run did not decode. */
  frames: z.int().positive(),
  failed: z.int().nonnegative(),
  /** Number of tests of these frames. */
  tests: z.int().nonnegative(),
  /** From source and noise to counters: by the clock on the device, on the engine of the serial decoder. */
  seconds: z.number().positive(),
  /**
   * From the serial decoder's seconds for failed frames and for all other frames, weighted by their shares on the
   * device.
   */
  framesPerSecond: z.number().positive(),
  /** The processor of the serial decoder. */
  processor: z.string().optional(),
});

/** Throughput of a decoder at a point of the AWGN channel. */
export type SpeedCell = Readonly<z.infer<typeof CELL>>;

/** Files of such cells: of Tables 4 to 6 and Figs. 8 to 10. */
export const SPEED_CELLS: MeasurementKind<SpeedCell> = {
  experiment: "eqml-tables-4-6",
  schema: CELL,
  key: (cell) => speedKey(cell.on, cell.code, cell.decoder, cell.ebn0, cell.inFlight),
};

export function speedKey(on: SpeedCell["on"], code: string, decoder: string, ebn0: number, inFlight?: number): string {
  return JSON.stringify([on, code, decoder, ebn0, inFlight]);
}

/** A decoder on the device and in series. */
export interface SpeedPair {
  readonly device: SpeedCell;
  readonly serial: SpeedCell;
  readonly speedUp: number;
}

/**
 * Undefined if the file lacks one of them. @param inFlight frames of a run on the device, if not the experiment's.
 */
export function speedPair(
  file: MeasurementFile<SpeedCell>,
  options: EqmlDecoder,
  code: string,
  stages: number,
  ebn0: number,
  inFlight?: number,
): SpeedPair | undefined {
  const words = stagesDecoder(options, stages);
  const device = file.find(speedKey("device", code, words, ebn0, inFlight));
  const serial = file.find(speedKey("serial", code, words, ebn0));
  if (device === undefined || serial === undefined) return undefined;
  return { device, serial, speedUp: device.framesPerSecond / serial.framesPerSecond };
}

/** Minimum number of runs of a measurement; the same number is in flight before it. */
const RUNS = 3;

/** Throughput of a runner at an Eb/N0, in runs of all its frames for at least `seconds`. */
export async function deviceSpeed(code: string, runner: EqmlRunner, ebn0: number, seconds: number): Promise<SpeedCell> {
  runner.at(ebn0);
  // An idle device takes a while to reach its full clock, and some drivers compile at the first use.
  let next = 0;
  const run = () => runner.run(runner.frames * next++, runner.frames);
  await Promise.all(Array.from({ length: runner.runsInFlight }, run));
  next = 0;
  const sum = { frames: 0, failed: 0, tests: 0 };
  let runs = 0;
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  const lane = async () => {
    while (runs < RUNS || elapsed() < seconds) {
      runs++;
      const { tests } = await run();
      sum.frames += tests.length;
      for (const count of tests) {
        if (count > 0) sum.failed++;
        sum.tests += count;
      }
    }
  };
  await Promise.all(Array.from({ length: runner.runsInFlight }, lane));
  const total = elapsed();
  return {
    on: "device",
    code,
    decoder: runner.decoder,
    ebn0,
    ...sum,
    seconds: total,
    framesPerSecond: sum.frames / total,
  };
}

/** Frames by whether a decoder's first run decoded them. */
export interface SortedFrames {
  readonly decoded: readonly number[];
  readonly failed: readonly number[];
}

/** Number of frames of each kind that `sortFrames` looks for. */
const SORTED = 64;

/** The first frames of each kind at an Eb/N0, of 0 … frames − 1. */
export async function sortFrames(runner: EqmlRunner, ebn0: number, frames: number): Promise<SortedFrames> {
  runner.at(ebn0);
  const decoded: number[] = [];
  const failed: number[] = [];
  for (let first = 0; first < frames && Math.min(decoded.length, failed.length) < SORTED; first += runner.frames) {
    const { tests } = await runner.run(first, Math.min(runner.frames, frames - first));
    tests.forEach((count, i) => {
      const kind = count > 0 ? failed : decoded;
      if (kind.length < SORTED) kind.push(first + i);
    });
  }
  return { decoded, failed };
}

/** The serial decoder: one core, a frame at a time. */
export interface SerialDecoder {
  /**
   * Throughput at an Eb/N0. Frames that the first run decodes and frames that it does not are timed apart, for about
   * `seconds` each, and weighted by their share on the device: a few frames give the mean even if failures are rare.
   * @param frames some frames of each existing kind.
   * @param share fraction of frames that fail.
   */
  speed(ebn0: number, frames: SortedFrames, share: number, seconds: number): Promise<SpeedCell>;
  release(): void;
}

/** Minimum number of timed frames of a kind, if the kind has this many. */
const LEAST = 2;

/** @param engine the CPU engine on one core. */
export async function serialDecoder(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  seed: number,
): Promise<SerialDecoder> {
  // One frame always fits, so the runner sends no message.
  const runner = await eqmlRunner(engine, code, spec, 1, seed, () => {});
  const name = code.name;
  return {
    async speed(ebn0, { decoded, failed }, share, seconds) {
      if ((share < 1 && decoded.length === 0) || (share > 0 && failed.length === 0)) {
        throw new Error(`no frames of a kind that ${share} and ${1 - share} of all are of`);
      }
      runner.at(ebn0);
      const sum = { frames: 0, failed: 0, tests: 0, seconds: 0 };
      /** Mean seconds of frames; 0 without frames. */
      const mean = async (frames: readonly number[]): Promise<number> => {
        let timed = 0;
        let spent = 0;
        for (const frame of frames) {
          if (timed >= LEAST && spent >= seconds) break;
          // Time on the engine, without the way to its process and back.
          const { tests, seconds: taken } = await runner.run(frame, 1);
          spent += taken;
          timed++;
          sum.tests += tests[0];
          if (tests[0] > 0) sum.failed++;
        }
        sum.frames += timed;
        sum.seconds += spent;
        return timed === 0 ? 0 : spent / timed;
      };
      // An untimed run compiles the kernels first.
      await runner.run(failed[0] ?? decoded[0], 1);
      const perFrame = (1 - share) * (await mean(decoded)) + share * (await mean(failed));
      return {
        on: "serial",
        code: name,
        decoder: runner.decoder,
        ebn0,
        ...sum,
        framesPerSecond: 1 / perFrame,
        processor: cpus()[0]?.model ?? "unknown",
      };
    },
    release: () => runner.release(),
  };
}
