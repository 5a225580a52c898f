import { z } from "zod";
import { channelCode } from "../../../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../../../src/channel/channels.ts";
import type { Code } from "../../../src/code/code.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import { chunksTouched, type Engine } from "../../../src/engine/engine.ts";
import type { RunParameters } from "../../../src/gpu/kernel.ts";
import { formatNumber, formatRate } from "../../../src/report/format.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import { countsOf, randomKey } from "../../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { COUNTERS } from "../../../wgsl/statistics/index.ts";
import { MeasurementFile, type MeasurementKind, type Settings } from "../../shared/files.ts";
import type { Lab, Step } from "../../shared/lab.ts";
import { type CurvePoint, curvePoint, intervalText } from "../../shared/rates.ts";
import { type EqmlArguments, eqmlInFlight } from "./paper.ts";

/** The results of some frames. */
interface Outcome {
  readonly counts: ChunkCounts;
  /** Tests of each frame; 0 for frames that the first run decoded. */
  readonly tests: Uint32Array;
  readonly seconds: number;
}

/** A decoder on an engine, at a point of the AWGN channel. All points share its buffers and kernels. */
export interface EqmlRunner {
  /** Canonical spec. */
  readonly decoder: string;
  /** Maximum number of frames of a run. */
  readonly frames: number;
  readonly runsInFlight: number;
  /** Moves to an Eb/N0 in dB. The caller must wait for outstanding runs first. */
  at(ebn0: number): void;
  /** Frames first … first + frames − 1 of the point: the frames of `ldpc simulate` with this seed. */
  run(first: number, frames: number): Promise<Outcome>;
  release(): void;
}

/** Frames per counter on the device. */
const CHUNK_FRAMES = 1024;

/**
 * @param inFlight frames of a run, at most the engine's maximum.
 * @param say called with a message if the number is reduced.
 * @throws InputError as `monteCarloProgram`.
 */
export async function eqmlRunner(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  inFlight: number,
  seed: number,
  say: (line: string) => void,
): Promise<EqmlRunner> {
  const program = monteCarloProgram(code, spec, "random", engine.limits, channelPoint("ebn0", 0), { frames: inFlight });
  const frames = Math.min(inFlight, engine.framesMaximum(program));
  if (frames < inFlight) {
    say(`${code.name}, ${decoderText(spec)}: ${frames} frames of a run, not ${inFlight}: memory holds no more`);
  }
  const prepared = await engine.prepare(program, frames);
  const counted = "tests" in program.buffers;
  let point: Omit<RunParameters, "firstFrame" | "frames"> | undefined;
  return {
    decoder: decoderText(spec),
    frames,
    runsInFlight: engine.runsInFlight,
    at(ebn0) {
      const channel = channelPoint("ebn0", ebn0);
      const { noise, llrScale, amplitude } = channelAt(channel, channelCode(code));
      prepared.write("noise", noise);
      point = { chunkFrames: CHUNK_FRAMES, key: randomKey({ seed, channel }), llrScale, amplitude };
    },
    async run(first, wanted) {
      if (point === undefined) throw new Error("run before at");
      const parameters = { ...point, firstFrame: first, frames: wanted };
      const elements = COUNTERS * chunksTouched(parameters);
      const { outputs, seconds } = await prepared.run(parameters, [
        { buffer: "counters", elements },
        ...(counted ? [{ buffer: "tests", elements: wanted }] : []),
      ]);
      let counts = ZERO_COUNTS;
      for (let at = 0; at < elements; at += COUNTERS) {
        counts = addCounts(counts, countsOf(outputs[0].subarray(at, at + COUNTERS)));
      }
      return { counts, tests: counted ? (outputs[1] as Uint32Array) : new Uint32Array(wanted), seconds };
    },
    release: () => prepared.release(),
  };
}

/** Frames of several runs. */
export interface Totals {
  readonly counts: ChunkCounts;
  readonly reprocessed: number;
  readonly tests: number;
  /** By the clock, from the first run to the last counted result, runs overlapping. */
  readonly seconds: number;
}

/**
 * Runs frames 0, 1, … of a runner's point, in runs of its full size, until `errors` frame errors or `frames` frames.
 * Runs are counted in their order, and runs after the last counted one are dropped, so that the counts depend neither
 * on the speed of the device nor on the number of runs in flight.
 * @param share receives the fraction that is done, from 0 to 1.
 */
export async function runUntil(
  runner: EqmlRunner,
  { frames, errors = Number.POSITIVE_INFINITY }: { readonly frames: number; readonly errors?: number },
  share: (done: number) => void = () => {},
): Promise<Totals> {
  let totals: Totals = { counts: ZERO_COUNTS, reprocessed: 0, tests: 0, seconds: 0 };
  let next = 0;
  let over = false;
  const waiting = new Map<number, Outcome>();
  const begin = performance.now();
  const add = ({ counts: more, tests }: Outcome) => {
    const counts = addCounts(totals.counts, more);
    totals = {
      counts,
      reprocessed: totals.reprocessed + tests.reduce((sum, count) => sum + Number(count > 0), 0),
      tests: totals.tests + tests.reduce((sum, count) => sum + count, 0),
      seconds: (performance.now() - begin) / 1000,
    };
    const done = Math.max(counts.frameErrors / errors, counts.frames / frames);
    share(Math.min(1, done));
    over = done >= 1;
  };
  const lane = async () => {
    while (!over && next < frames) {
      const first = next;
      const wanted = Math.min(runner.frames, frames - first);
      next += wanted;
      waiting.set(first, await runner.run(first, wanted));
      for (let one = waiting.get(totals.counts.frames); one !== undefined && !over; ) {
        waiting.delete(totals.counts.frames);
        add(one);
        one = waiting.get(totals.counts.frames);
      }
    }
  };
  await Promise.all(Array.from({ length: runner.runsInFlight }, lane));
  return totals;
}

const CELL = z.strictObject({
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** dB. */
  ebn0: z.number(),
  frames: z.int().positive(),
  frameErrors: z.int().nonnegative(),
  undetected: z.int().nonnegative(),
  /** Number of undetected frames whose word is likelier than the sent word. */
  mlErrors: z.int().nonnegative(),
  /** Iterations of the first runs, over all frames. */
  iterations: z.int().nonnegative(),
  /** Frames that the first run did not decode, and the number of all their tests. */
  reprocessed: z.int().nonnegative(),
  tests: z.int().nonnegative(),
  /** By the clock. */
  seconds: z.number().nonnegative(),
});

/** Errors of a decoder at a point of the AWGN channel. */
export type EqmlCell = Readonly<z.infer<typeof CELL>>;

export function cellKind(experiment: string): MeasurementKind<EqmlCell> {
  return { experiment, schema: CELL, key: (cell) => eqmlKey(cell.code, cell.decoder, cell.ebn0) };
}

export function eqmlKey(code: string, decoder: string, ebn0: number): string {
  return JSON.stringify([code, decoder, ebn0]);
}

/**
 * A decoder's cells from low to high Eb/N0 as a curve of its FER, or of the lower bound on the FER of maximum
 * likelihood.
 */
export function curveOf(cells: readonly EqmlCell[], of: "frameErrors" | "mlErrors" = "frameErrors"): CurvePoint[] {
  const ordered = [...cells].sort((a, b) => a.ebn0 - b.ebn0);
  return ordered.map(({ ebn0, frames, [of]: errors }) => curvePoint(ebn0, { errors, frames }));
}

/** A decoder whose errors at several Eb/N0 a step measures. */
export interface DecoderPoints extends Pick<Step, "what" | "cost"> {
  readonly code: Code;
  /** Canonical spec. */
  readonly decoder: string;
  /** dB. */
  readonly ebn0: readonly number[];
  /** Whether a cell of the file does not count; none if left out. */
  misses?(cell: EqmlCell): boolean;
  /** Counts frames of a runner at a point. @param share receives the fraction that is done. */
  count(runner: EqmlRunner, ebn0: number, share: (done: number) => void): Promise<Totals>;
}

/**
 * Measures the cells that the file of an experiment lacks: a step for each decoder, all points of one runner.
 * @param settings of the file's identity beside the seed and the frames of a run.
 */
export async function measureCells(
  kind: MeasurementKind<EqmlCell>,
  { seed, out, inFlight: asked }: Pick<EqmlArguments, "seed" | "out" | "inFlight">,
  settings: Settings,
  lab: Lab,
  decoders: (file: MeasurementFile<EqmlCell>) => readonly DecoderPoints[],
): Promise<MeasurementFile<EqmlCell>> {
  const inFlight = asked ?? eqmlInFlight(lab.device);
  const file = MeasurementFile.open(kind, out, lab.identity({ seed, ...settings, inFlight }));
  const steps = decoders(file).map(({ what, cost, code, decoder, ebn0, misses, count }): Step => {
    const lacks = () =>
      ebn0.filter((point) => {
        const found = file.find(eqmlKey(code.name, decoder, point));
        return found === undefined || misses?.(found) === true;
      });
    return {
      what: `${what}, ${ebn0.join(", ")} dB`,
      cost,
      isDone: () => lacks().length === 0,
      async run(share) {
        const missing = lacks();
        const runner = await eqmlRunner(lab.engine, code, readDecoder(decoder), inFlight, seed, (line) =>
          lab.say(line),
        );
        try {
          const rows: string[] = [];
          for (const [i, point] of missing.entries()) {
            runner.at(point);
            const part = (done: number) => share((i + done) / missing.length);
            const { counts, reprocessed, tests, seconds } = await count(runner, point, part);
            const { frames, frameErrors, undetected, mlErrors, iterations } = counts;
            const errors = { frames, frameErrors, undetected, mlErrors, iterations };
            file.set({ code: code.name, decoder, ebn0: point, ...errors, reprocessed, tests, seconds });
            file.save();
            const rate = `FER ${formatRate(frameErrors / frames)}, ${intervalText({ errors: frameErrors, frames })}`;
            rows.push(`${decoder} at ${point} dB: ${rate}, ${formatNumber(tests / frames)} tests per frame`);
          }
          return rows;
        } finally {
          runner.release();
        }
      },
    };
  });
  await lab.measure(steps, out);
  return file;
}
