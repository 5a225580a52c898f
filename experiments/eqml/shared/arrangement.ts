import { z } from "zod";
import { ENGINE_OPTIONS } from "../../../src/cli/options/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { Dispatch, Program, TimedDispatch } from "../../../src/gpu/program.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { type BenchJob, measureKernels, secondsOfDecoder } from "../../../src/simulation/bench/bench.ts";
import { defineExperiment } from "../../shared/experiment.ts";
import { formsOf, jobOf, speedUpRow, type TimedForms } from "../../shared/measure.ts";
import { measurement, output, reportOut } from "../../shared/options.ts";
import { type Comparison, measureReport, printReport, readReport } from "../../shared/report.ts";
import { eqmlInFlight, FROM_FILE } from "./paper.ts";

/** Mappings of memory: frame-interleaved, or frames one after the other. */
const MAPPINGS = ["frames", "streaming"] as const;

/** A table: the measurement of each mapping, and its comparison with the paper. */
export interface ArrangementTable<T> {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly note: string;
  /** Schema of the times of a mapping. */
  readonly schema: z.ZodType<T>;
  /** The decoders that are timed in a mapping. */
  cases(mapping: string): readonly DecodingCase[];
  /** The times of the decoders, in order, in the form of the schema. */
  times(times: readonly DecodingTimes[]): T;
  compare(mapping: string, times: T): readonly Comparison[];
}

export const DECODING_TIMES: z.ZodType<DecodingTimes> = z.strictObject({
  what: z.string(),
  frames: z.int().positive(),
  device: z.number().positive(),
  serial: z.number().positive(),
  deviceForms: z.array(z.string()).optional(),
  serialForms: z.array(z.string()).optional(),
});

/** An experiment that measures a table, or prints the file of an earlier run. */
export function arrangementExperiment<T>(table: ArrangementTable<T>) {
  const { name, summary, source, note, schema } = table;
  return defineExperiment({
    name,
    summary,
    paper: "eqml",
    options: {
      "in-flight": measurement.count("frames at once, cut to the device's maximum", "4096", {
        unset: "16384; 128 on a software device",
      }),
      from: output.text(`file of an earlier ${name} to print; nothing is measured`, `runs/${name}.json`),
      out: reportOut(name),
      ...ENGINE_OPTIONS,
    },
    quick: { "in-flight": 4, out: `runs/${name}-quick.json` },
    computes: FROM_FILE,
    async run({ inFlight, from, out }, lab) {
      if (from !== undefined) {
        const { device, details } = readReport(name, z.record(z.enum(MAPPINGS), schema), from);
        const comparisons = MAPPINGS.flatMap((mapping) => table.compare(mapping, details[mapping]));
        printReport({ experiment: name, source, device, notes: [note], comparisons });
        return;
      }
      const frames = inFlight ?? eqmlInFlight(lab.device);
      await measureReport(lab, out, {
        experiment: name,
        source,
        notes: [note],
        settings: { inFlight: frames, serial: lab.serialText },
        measurements: MAPPINGS.map((mapping) => ({
          name: mapping,
          async measure(share) {
            const cases = table.cases(mapping);
            const times: DecodingTimes[] = [];
            for (const one of cases) {
              times.push(await decodingTimes(lab.engine, lab.serial, one, frames));
              share(times.length / cases.length);
            }
            const details = table.times(times);
            return { rows: table.compare(mapping, details), details };
          },
        })),
      });
    },
  });
}

export function microseconds(value: number): string {
  return `${formatNumber(value)} µs`;
}

/** A decoder whose decoding is timed on the device and with the serial decoder. */
export interface DecodingCase {
  readonly what: string;
  readonly code: string;
  readonly decoder: string;
  /** dB. */
  readonly ebn0: number;
  /** Changes the program of the decoder; no change if left out. */
  readonly changed?: (program: BenchJob["program"]) => BenchJob["program"];
}

/** Microseconds of one frame, by the kernels of the decoder alone. */
export interface DecodingTimes {
  readonly what: string;
  /** Frames at once on the device. */
  readonly frames: number;
  readonly device: number;
  /** One core, frame after frame. */
  readonly serial: number;
  /** Forms of the kernels on the device and of the serial decoder; left out in files of an earlier version. */
  readonly deviceForms?: readonly string[];
  readonly serialForms?: readonly string[];
}

/** The times of a case with the forms of its kernels. */
export const onDevice = ({ device, deviceForms = [] }: DecodingTimes): TimedForms => ({
  time: device,
  forms: deviceForms,
});
export const inSeries = ({ serial, serialForms = [] }: DecodingTimes): TimedForms => ({
  time: serial,
  forms: serialForms,
});

/** The serial decoder's time over the device's. A GPU has a form of its own, so that a card is beside any processor. */
export function deviceSpeedUp(row: Pick<Comparison, "what" | "paper" | "how">, times: DecodingTimes): Comparison {
  const { deviceForms = [] } = times;
  const serial = { ...inSeries(times), ...(deviceForms.length === 0 ? { forms: [] } : {}) };
  return speedUpRow(row, onDevice(times), serial, "µs a frame");
}

const SERIAL_FRAMES = 2;
/** Number of medians whose least is a time: an idle device takes a while to reach its full clock. */
const TIMES = 3;

/** @param serial the CPU engine on one core. */
async function decodingTimes(
  engine: Engine,
  serial: Engine,
  one: DecodingCase,
  wanted: number,
): Promise<DecodingTimes> {
  const job = programOf(engine, one, wanted);
  const frames = Math.min(wanted, engine.framesMaximum(job.program));
  const serialJob = programOf(serial, one, SERIAL_FRAMES);
  return {
    what: one.what,
    frames,
    device: await frameTime(job, frames, TIMES),
    serial: await frameTime(serialJob, SERIAL_FRAMES, 1),
    deviceForms: formsOf(engine, job.program),
    serialForms: formsOf(serial, serialJob.program),
  };
}

async function frameTime(job: BenchJob, frames: number, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) least = Math.min(least, secondsOfDecoder(job, await measureKernels(job, frames)));
  return (1e6 * least) / frames;
}

function programOf(engine: Engine, { code, decoder, ebn0, changed }: DecodingCase, frames: number): BenchJob {
  const job = jobOf(engine, { code, decoder, at: ebn0 }, { frames });
  return changed === undefined ? job : { ...job, program: changed(job.program) };
}

/** A program with another check-node rule. @param constants of the rule. */
export function withCheckRule<T extends Program>(program: T, rule: string, constants: Dispatch["constants"]): T {
  const change = (stage: Dispatch): Dispatch => {
    if (stage.kernel !== "binary/check") return stage;
    const variant = { ...stage.variant, imports: { ...stage.variant?.imports, rule } };
    return { ...stage, variant, constants: { ...stage.constants, ...constants } };
  };
  const timed = ({ dispatch: stage, iteration }: TimedDispatch): TimedDispatch => ({
    dispatch: change(stage),
    iteration,
  });
  const { start, iterate, afterIterations: finish, rounds } = program;
  return {
    ...program,
    start: start.map(change),
    iterate: iterate.map(change),
    afterIterations: finish.map(change),
    ...(rounds === undefined ? {} : { rounds: { ...rounds, dispatches: rounds.dispatches.map(timed) } }),
  };
}
