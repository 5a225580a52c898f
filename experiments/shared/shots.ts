import { existsSync } from "node:fs";
import { z } from "zod";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { isModelCode, type ModelCode } from "../../src/decoder/shots/model.ts";
import { pointTables } from "../../src/decoder/shots/program.ts";
import type { Engine, PreparedProgram, Readback, RunResult } from "../../src/engine/engine.ts";
import { defaultFrames } from "../../src/engine/frame-slots.ts";
import { InputError } from "../../src/errors.ts";
import type { Program } from "../../src/gpu/program.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { packageRoot } from "../../src/node/program.ts";
import { BASES } from "../../src/quantum/error-model.ts";
import { ENDINGS, REWIRINGS } from "../../src/quantum/rewire.ts";
import { formatNumber } from "../../src/report/format.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { median } from "../../src/simulation/statistics.ts";
import { sha256Hex } from "../../src/simulation/task.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { measurement } from "./options.ts";
import { experimentsFile } from "./pages/results.ts";
import { intervalText } from "./rates.ts";
import { type Comparison, reportExperiment } from "./report.ts";
import { readTable } from "./tables.ts";

const ROW = z.strictObject({
  source: z.string(),
  /** The decoder's name where it was published. */
  row: z.string().optional(),
  circuit: z.string(),
  basis: z.enum(BASES),
  p: z.number(),
  rewire: z.enum(REWIRINGS).optional(),
  endsBy: z.enum(ENDINGS).optional(),
  /** The decoder here with the published settings. */
  decoder: z.string(),
  /** Published logical errors of a number of shots. */
  failures: z.int().optional(),
  shots: z.int().optional(),
  /** Published shots per second. */
  rate: z.number().optional(),
});

/** A decoder of a quantum circuit at an error rate, with published counts or speed. */
export type ShotRow = z.infer<typeof ROW>;

/** The rows of a file in experiments/reference, and the sources of its figures. */
const shotTable = (name: string) =>
  readTable(name, z.strictObject({ sources: z.record(z.string(), z.string()), rows: z.array(ROW) }));

/** A row's counts and times. */
export interface MeasuredShots {
  readonly shots: number;
  readonly failures: number;
  readonly undetected: number;
  /** Of a pair of codes: failures with wrong X errors, and with wrong Z errors. */
  readonly kinds: readonly [x: number, z: number];
  readonly iterations: number;
  /** Seconds of these shots, and shots per second of the runs of the largest size. */
  readonly seconds: number;
  readonly rate: number;
  /** Median seconds of a call with one shot. */
  readonly oneShot: number;
  /** Digest of the counts of the first shots: the same on every device. */
  readonly digest: string;
  readonly plan: string;
}

const KEY = [3, 1] as const;
const GENERATOR = "threefry4x32-13";
/** Shots of the first run, most shots of a run, and calls with one shot. */
const FIRST = 256;
const MOST = 2 ** 21;
const CALLS = 64;
/** Most shots that counts alone take in one run: a device that one slow shot keeps busy has the others beside it. */
const ONE_RUN = 2 ** 16;
/** Failures after which a row ends, as a multiple of the published ones; more would not make the comparison sharper. */
const ENOUGH = 4;

/** What an experiment with whole shots shows of a row. */
export interface ShotExperiment {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  /** Default of --seconds. */
  readonly seconds: number;
  readonly quick: Readonly<Record<string, unknown>>;
  /** Whether a row ends with enough failures, and no call with one shot is timed. */
  readonly countsAlone: boolean;
  nameOf(row: ShotRow): string;
  rowsOf(row: ShotRow, measured: MeasuredShots): readonly Comparison[];
  summaryOf?(rows: readonly ShotRow[], measured: readonly MeasuredShots[]): readonly Comparison[];
}

/** An experiment that decodes whole shots of each row of the table of its name. */
export function shotExperiment(experiment: ShotExperiment) {
  const { name, summary, source, quick, nameOf } = experiment;
  return reportExperiment({
    name,
    summary,
    options: {
      seconds: measurement.number("most seconds of each row", "5", experiment.seconds),
      shots: measurement.count("most shots of each row; counts take up to 65,536 in one run", "1e8", 1e9),
      match: measurement.text(
        "rows whose names contain the text, or one of several texts between semicolons",
        "gari;basis x",
        "",
        { defaultText: "all rows" },
      ),
    },
    quick,
    plan({ seconds, shots, match }, lab) {
      const { rows: all, sources } = shotTable(name);
      const texts = match.split(";").filter((text) => text !== "");
      const rows = all.filter((row) => match === "" || texts.some((text) => nameOf(row).includes(text)));
      if (rows.length === 0) throw new InputError(`no row has "${match}" in its name: such as ${nameOf(all[0])}`);
      return {
        source,
        settings: { seconds, shots, match },
        notes: Object.entries(sources).map(([short, text]) => `${short}: ${text}`),
        measurements: rows.map((row) => ({
          name: nameOf(row),
          async measure(share) {
            const { circuit, basis, rewire, endsBy, p, decoder, failures } = row;
            const file = packageCircuit(circuit) ?? experimentsFile(`reference/circuits/${circuit}.stim.gz`);
            const code = loadCode(file, { basis, rewire, endsBy });
            if (!isModelCode(code)) throw new Error(`${circuit} is no error model`);
            const enough = experiment.countsAlone && failures !== undefined ? ENOUGH * failures : undefined;
            const shot = { code, channel: "circuit", p, decoder, enough, countsAlone: experiment.countsAlone } as const;
            const details = await measureShots(lab.engine, shot, { seconds, shots }, share);
            return { rows: experiment.rowsOf(row, details), details };
          },
        })),
        summary: (details) => experiment.summaryOf?.(rows, details as readonly MeasuredShots[]) ?? [],
      };
    },
  });
}

/** `12 of 4096, 95 % [1.5e-3, 5.1e-3]`. */
export const failuresText = ({ failures, shots }: MeasuredShots) =>
  `${failures} of ${shots}, ${intervalText({ errors: failures, frames: shots })}`;

export const speedText = ({ iterations, shots, rate }: MeasuredShots) =>
  `${formatNumber(iterations / shots, 3)} iterations and ${formatNumber(rate, 3)} shots/s`;

/** The file of a circuit of the package; undefined for another name. */
export function packageCircuit(name: string): string | undefined {
  const file = `${packageRoot()}/codes/circuits/${name}.stim`;
  return existsSync(file) ? file : undefined;
}

/** Runs of shots 0, 1, …, from few on, with one result of each read back. */
export interface ShotRuns {
  /** @param frames shots of the run; those of the present size if left out. */
  run(
    frames?: number,
  ): Promise<{ readonly output: RunResult["outputs"][number]; readonly frames: number; readonly seconds: number }>;
  /** Makes the next runs four times as large. False, and nothing is done, if they are of the largest size. */
  grow(): boolean;
  release(): void;
}

/** @param tables of the point. @param most shots of a run. @param first shots of the first run. */
export function shotRuns(
  engine: Engine,
  program: Program,
  tables: ReturnType<typeof pointTables>,
  {
    most,
    key,
    result,
    first = FIRST,
  }: {
    readonly most: number;
    readonly key: readonly [number, number];
    readonly result: Readback;
    readonly first?: number;
  },
): ShotRuns {
  const open = async (frames: number) => {
    const prepared = await engine.prepare(program, frames);
    for (const [name, table] of Object.entries(tables)) prepared.write(name, table);
    return prepared;
  };
  let size = Math.min(first, most);
  let prepared: PreparedProgram | undefined;
  let done = 0;
  const release = () => {
    prepared?.release();
    prepared = undefined;
  };
  return {
    async run(frames = size) {
      prepared ??= await open(size);
      const begin = performance.now();
      const parameters = { firstFrame: done, frames, chunkFrames: frames, key, llrScale: 1, amplitude: 0 };
      const { outputs } = await prepared.run(parameters, [result]);
      done += frames;
      return { output: outputs[0], frames, seconds: (performance.now() - begin) / 1000 };
    },
    grow() {
      if (size >= most) return false;
      size = Math.min(most, 4 * size);
      release();
      return true;
    },
    release,
  };
}

/** Shots of a code at an error rate. */
export interface MeasuredCode {
  readonly code: ModelCode;
  readonly channel: "circuit" | "depolarizing";
  readonly p: number;
  readonly decoder: string;
  /** Failures that end the measurement; its seconds do if left out. */
  readonly enough?: number;
  /** Whether no call with one shot is timed. */
  readonly countsAlone: boolean;
}

/** Decodes shots 0, 1, … in runs that grow until one takes long enough. */
export async function measureShots(
  engine: Engine,
  { code, channel: name, p, decoder, enough = Number.POSITIVE_INFINITY, countsAlone }: MeasuredCode,
  { seconds, shots }: { readonly seconds: number; readonly shots: number },
  share: (part: number) => void,
): Promise<MeasuredShots> {
  const channel = { name, parameter: "p" } as const;
  const request = { generator: GENERATOR } as const;
  const program = monteCarloProgram(code, readDecoder(decoder), "syndrome", engine.limits, channel, request);
  const most = Math.min(MOST, shots, defaultFrames(engine, program));
  const result = { buffer: "counters", elements: COUNTERS };
  const first = countsAlone && shots <= ONE_RUN ? shots : FIRST;
  const runs = shotRuns(engine, program, pointTables(code, program, { p }), { most, key: KEY, result, first });
  const total = new Array<number>(COUNTERS).fill(0);
  let digest = "";
  let spent = 0;
  /** Of the runs of a size but its first, which also compiles. */
  let timed: { shots: number; seconds: number } | undefined;
  while (total[0] === 0 || (spent < seconds && total[0] < shots && total[1] < enough)) {
    const { output: counters, frames, seconds: elapsed } = await runs.run();
    if (digest === "") digest = sha256Hex([...counters].join(" ")).slice(0, 16);
    counters.forEach((count, i) => {
      total[i] += count;
    });
    spent += elapsed;
    share(Math.min(1, Math.max(spent / seconds, total[1] / enough)));
    timed =
      timed === undefined
        ? { shots: 0, seconds: 0 }
        : { shots: timed.shots + frames, seconds: timed.seconds + elapsed };
    if (elapsed <= Math.min(0.5, seconds / 8) && runs.grow()) timed = undefined;
  }
  const times: number[] = [];
  while (!countsAlone && times.length < CALLS && times.reduce((sum, each) => sum + each, 0) < seconds) {
    times.push((await runs.run(1)).seconds);
  }
  runs.release();
  return {
    shots: total[0],
    failures: total[1],
    undetected: total[5],
    kinds: [total[2], total[3] - total[2]],
    iterations: total[6],
    seconds: spent,
    rate: timed === undefined || timed.shots === 0 ? total[0] / spent : timed.shots / timed.seconds,
    oneShot: median(times),
    digest,
    plan: program.plan.join("; "),
  };
}
