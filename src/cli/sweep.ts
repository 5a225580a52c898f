import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { DeviceLostError, InputError, unlessRefused } from "../errors.ts";
import { isObject, jsonValue, parseJson } from "../json.ts";
import { jsonLine, jsonLines } from "../json-line.ts";
import { nearest } from "../nearest.ts";
import { entryBeside } from "../node/engine/entry.ts";
import { openRun, type Run } from "../node/run/run.ts";
import { commitRun } from "../node/run/run-file.ts";
import { readRunPoints, transportRuns } from "../node/run/run-points.ts";
import { createRunnerFactory } from "../node/run/worker-process.ts";
import { printable } from "../printable.ts";
import { missingTableText, transmissionTables } from "../report/run-report.ts";
import { formatTable } from "../report/table.ts";
import { type RunProgress, timeLeftOfRuns } from "../simulation/time-left.ts";
import {
  type Command,
  type Given,
  type GivenOption,
  inGroup,
  type OptionTable,
  operand,
  text,
  type Values,
} from "./command-line/option.ts";
import {
  CONFIG_CHARACTERS,
  configSchema,
  configText,
  readOptions,
  UsageError,
  usageError,
} from "./command-line/parse.ts";
import { untilInterrupted } from "./exit.ts";
import { replaceChannel, withChannelWords } from "./options/channel.ts";
import { schemeTexts, withModel } from "./options/code.ts";
import { ENGINE_OPTIONS } from "./options/decoder.ts";
import { Progress, resultJson } from "./output.ts";
import { runList, runProgress, runsLeftText, runTable } from "./run-text.ts";
import {
  interrupted,
  planRun,
  processEnvironment,
  runPlan,
  SIMULATE_OPTIONS,
  type SimulateEnvironment,
  type SimulateOptions,
  type SimulatePlan,
  simulate,
  type Workers,
  withConfig,
  withinTime,
} from "./simulate.ts";

const { json, quiet, verbose, jobs, engine, adapter, memory } = SIMULATE_OPTIONS;

/** Options for computing and showing the runs of a sweep. */
const MACHINE_OPTIONS = {
  json: { ...json, describe: "print the runs as JSON instead of a table" },
  quiet,
  verbose,
  jobs,
  engine,
  adapter,
  memory,
} as const;

/** Options of `ldpc simulate` about the machine and the display. They belong on the command line, never in a sweep file. */
const COMMAND_LINE_ONLY = [
  "out",
  "json",
  "quiet",
  "verbose",
  "again",
  "wall-time",
  "require-fer",
  "config",
  "jobs",
  "part",
  ...Object.keys(ENGINE_OPTIONS),
];

/** Options that define the simulation of a run. */
const RUN_OPTIONS: OptionTable = Object.fromEntries(
  Object.entries(SIMULATE_OPTIONS).filter(([name]) => !COMMAND_LINE_ONLY.includes(name)),
);

export const SWEEP_OPTIONS = {
  file: operand({ group: "Files", example: "sweep.json" }, "sweep file: JSON with the options of many runs"),
  ...inGroup("Output", {
    out: text(
      { placeholder: "FOLDER", example: "runs/sweep", defaultText: "runs/ and the file's name" },
      "folder of the sweep, with a folder below it for each run; the same command continues its runs",
    ),
  }),
  ...MACHINE_OPTIONS,
} as const;

type SweepOptions = Values<typeof SWEEP_OPTIONS>;

/**
 * `ldpc sweep`: works on the runs of a sweep file, one after the other, until all are done. It continues runs in their folders. A failed
 * run does not stop the other runs.
 * @throws InputError for an invalid file, before anything is written, and at the end for failed runs; CommandExit with status 130 after
 * Ctrl-C. Finished work is kept in every case.
 */
async function sweep(options: SweepOptions, given: Given, environment: SimulateEnvironment): Promise<void> {
  const folder = sweepFolder(options.file, options.out);
  const machine = new Map([...given].filter(([name]) => name in MACHINE_OPTIONS));
  await simulateRuns(await planSweep(options.file, folder, machine), folder, options, environment);
}

/**
 * `ldpc simulate` with several schemes of 5G: a run of each, as of a sweep, in folders mcsTABLE-INDEX.
 * @throws as `sweep`; UsageError for --require-fer.
 */
async function simulateSchemes(
  options: SimulateOptions,
  given: Given,
  environment: SimulateEnvironment,
): Promise<void> {
  const { mcs = "", out = join("runs", `mcs-${mcs.replaceAll(":", "-")}`), requireFer } = options;
  if (requireFer !== undefined) throw new UsageError("--require-fer adds points to one run: give --mcs one scheme");
  const planned: PlannedSweepRun[] = [];
  for (const scheme of schemeTexts(mcs)) {
    const [table, index] = scheme.split(":");
    const ofScheme = new Map([...given, ["mcs", { ...given.get("mcs"), texts: [scheme] }]]);
    planned.push(await planOne({ name: `mcs${table}-${index.padStart(2, "0")}`, given: ofScheme }, out, new Map()));
  }
  await simulateRuns(planned, out, options, environment);
}

/** Works on runs below a folder and prints their table. @throws as `sweep`. */
async function simulateRuns(
  runs: readonly PlannedSweepRun[],
  folder: string,
  options: Pick<SimulateOptions, "quiet" | "json">,
  environment: SimulateEnvironment,
): Promise<void> {
  const progress = new Progress(environment.stderr, options.quiet, environment.variables);
  const { signal, signs, stdout } = environment;
  signal.addEventListener("abort", () => progress.say("interrupted: what is done is kept"));
  // All runs are written first, so that ldpc status also shows the waiting runs.
  for (const { plan } of runs) await commitRun(plan.folder, plan.command, signs);
  const failed = await workOn(runs, environment, progress);
  // Unreadable runs were already reported when their turn came.
  const list = runList(
    runs.map(({ plan }) => plan.folder),
    () => {},
  );
  const { lines } = list;
  const table = [runTable(folder, list, stdout.columns), ...transmissionLines(runs)].join("\n");
  stdout.write(options.json ? `${resultJson("sweep 1", { runs: lines })}\n` : `${table}\n`);
  if (signal.aborted) throw interrupted(folder);
  if (failed > 0)
    throw new InputError(`${failed} of ${runs.length} runs failed, as reported above: run the same command again`);
  if (lines.some(({ state }) => state !== "done"))
    throw new InputError("the sweep is not finished: run the same command again");
}

/** Tables of transmissions of transport blocks, from the points so far. */
function transmissionLines(runs: readonly PlannedSweepRun[]): string[] {
  const sent = runs.filter(({ options }) => options.transport !== undefined);
  // A run without points has been reported.
  const begun = sent.flatMap(({ plan }) => unlessRefused(() => readRunPoints(plan.folder)) ?? []);
  const transported = transportRuns(begun);
  const tables = transmissionTables(transported).flatMap(({ title, table: { headers, rows } }) => {
    return ["", `${title}:`, formatTable(headers, rows, { align: headers.map(() => "right") })];
  });
  const missing = missingTableText(transported);
  return missing === undefined ? tables : [...tables, "", missing];
}

/** @returns the number of failed runs. */
async function workOn(
  runs: readonly PlannedSweepRun[],
  environment: SimulateEnvironment,
  progress: Progress,
): Promise<number> {
  let failed = 0;
  const left = new SweepTimeLeft(runs.map(({ plan }) => plan.folder));
  for (const [i, { plan, options }] of runs.entries()) {
    if (environment.signal.aborted) break;
    progress.say(`run ${i + 1} of ${runs.length}`);
    try {
      const timeLeftOfAll = (run: Run) => left.text(plan.folder, run);
      const outcome = await runPlan({ ...plan, begun: true }, options, { ...environment, timeLeftOfAll }, progress);
      if (outcome !== undefined) left.update(plan.folder, outcome);
    } catch (error) {
      if (!(error instanceof InputError || error instanceof DeviceLostError)) throw error;
      failed++;
      progress.warn(`run ${i + 1} of ${runs.length} failed: ${error.message}`);
    }
  }
  return failed;
}

/** `ldpc simulate` and `ldpc sweep`. */
export function simulationCommands(workers: Workers) {
  const simulateCommand: Command<typeof SIMULATE_OPTIONS> = {
    options: SIMULATE_OPTIONS,
    about: [
      "Give the points by one channel option, such as --ebn0. Each point runs until it has enough frame errors, frames or time.",
      "Counts do not depend on the number of workers. If a decoder gives equal bits on every device (see ldpc decoders), they do not depend on the device either, and equal options give an equal points.csv.",
    ],
    examples: {
      "ldpc simulate --code nb620-gf32 --ebn0 1:0.25:3 --out runs/nb620":
        "a FER curve from 1 to 3 dB; the same command again continues the run",
      "ldpc simulate --code H.alist --ebn0 1:0.5:4 --decoder 'min-sum schedule=layered' --iterations 50":
        "your own binary matrix under layered min-sum with at most 50 iterations",
      "ldpc simulate --code wimax-2304-1152 --ebn0 1.5 --require-fer 1e-2":
        "the Eb/N0 at which the FER is 1e-2, with its interval",
      "ldpc simulate --code wimax-2304-1152 --ebn0 1:0.25:2 --max-errors 1000 --jobs 4":
        "1000 frame errors at each point, by four worker processes",
      "ldpc simulate --mcs 1:0:28 --prbs 10 --esn0 5,10,15 --max-frames 2000 --out runs/schemes":
        "a run for each scheme of a table of 5G; ldpc plot runs/schemes --over mcs draws BLER against MCS",
    },
    complete: withConfig,
    run: (options, given) =>
      untilInterrupted((signal) =>
        withinTime(options.wallTime, signal, (both) => {
          const environment = { ...processEnvironment(workers, both), interrupt: signal };
          return (options.mcs === undefined ? simulate : simulateSchemes)(options, given, environment);
        }),
      ),
  };
  const sweepCommand: Command<typeof SWEEP_OPTIONS> = {
    options: SWEEP_OPTIONS,
    about: [
      'A sweep file is a JSON object. "runs" is a list of objects with options of ldpc simulate under their names: a code, a decoder and points. "code", "decoder", "rv" and "mcs" may be lists; each combination becomes a run. "mcs": "1:0:28" stands for the indices 0 to 28 of a table. A code FOLDER/*.alist stands for the files of the folder. "common" holds options of all runs; a run\'s own win. "name" names the folder of a run, which is otherwise CODE-DECODER-ID.',
      `Options that a run can have: ${Object.keys(RUN_OPTIONS).join(", ")}.`,
      "Each run has a folder of its own, as ldpc simulate makes it. Any number of the same command, on any machines that share the folder, work together.",
    ],
    examples: {
      "ldpc sweep sweep.json --out runs/sweep": "simulate all runs of a file, or go on with them",
      "ldpc sweep sweep.json --jobs auto": "the same with a worker for each GPU of this machine",
    },
    run: (options, given) => untilInterrupted((signal) => sweep(options, given, processEnvironment(workers, signal))),
  };
  return { simulate: simulateCommand, sweep: sweepCommand };
}

/** The commands of `ldpc`. */
export const commands = simulationCommands({
  createRunnerFactory,
  workerEntry: entryBeside("../node/run/simulation-worker", import.meta.url),
});

/** A run of a sweep with the plan of `ldpc simulate`. */
interface PlannedSweepRun {
  readonly plan: SimulatePlan;
  readonly options: SimulateOptions;
}

/** The folder of a sweep: the given folder, or `runs/` and the file's name without its extension. */
export function sweepFolder(file: string, out: string | undefined): string {
  return out ?? join("runs", basename(file).replace(/\.json$/i, ""));
}

/**
 * Reads a sweep file, loads its codes and decides the folder of each run, without writing.
 * @param folder folder of the sweep. Each run has a folder below it.
 * @param machine options of the command line that apply to all runs.
 * @throws InputError with file and line for errors of `readSweepFile`, for a run that `ldpc simulate` would refuse, and for two runs in one
 * folder.
 */
export async function planSweep(file: string, folder: string, machine: Given): Promise<readonly PlannedSweepRun[]> {
  const planned: PlannedSweepRun[] = [];
  const places = new Map<string, SweepRun["place"]>();
  for (const run of readSweepFile(file)) {
    const next = await withPlace(run, () => planOne(run, folder, machine));
    const before = places.get(next.plan.folder);
    if (before !== undefined) {
      const what = `is a run of line ${before.line} again, in ${next.plan.folder}`;
      throw new InputError(`${what}: give all its points in one place, or names to both`, run.place);
    }
    places.set(next.plan.folder, run.place);
    planned.push(next);
  }
  return planned;
}

async function planOne(
  { name, given }: Pick<SweepRun, "name" | "given">,
  folder: string,
  machine: Given,
): Promise<PlannedSweepRun> {
  const complete = withModel(given, SIMULATE_OPTIONS);
  if (!complete.has("code")) throw new InputError('"code" is missing: name a built-in code, a file or a list of them');
  const out: [string, GivenOption][] = name === undefined ? [] : [["out", { texts: [join(folder, name)] }]];
  const all = new Map([...machine, ...complete, ...out]);
  const options = await readOptions(SIMULATE_OPTIONS, all, "ldpc sweep");
  return { options, plan: planRun(options, all, folder) };
}

/** Adds the line of the run to an error that does not name the sweep file itself. */
async function withPlace<Value>({ place }: SweepRun, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError) || error.location.file === place.file) throw error;
    throw error instanceof UsageError ? new UsageError(error.message, place) : new InputError(error.message, place);
  }
}

/** Options that may have several values in a run. Each combination becomes a run. */
const LISTED = ["code", "decoder", "rv", "mcs"] as const;

/** Largest number of runs of a sweep. Each has a folder. */
const RUNS_MAXIMUM = 10_000;

const SEVERAL = z
  .union([z.string(), z.array(z.string()).min(1)], { error: "must be a text or a list of texts" })
  .transform((texts) => [texts].flat());
const NAME = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    "must be letters, digits, points, hyphens or underscores: it names a folder",
  );

const COMMON = configSchema(RUN_OPTIONS).extend(
  Object.fromEntries(LISTED.map((option) => [option, SEVERAL.optional()])) as Record<
    (typeof LISTED)[number],
    z.ZodOptional<typeof SEVERAL>
  >,
);
const RUN = COMMON.extend({ name: NAME.optional() });
const SWEEP_FILE = z.strictObject({
  /** Options of all runs. A run's own options override them. */
  common: COMMON.optional(),
  runs: z.array(RUN).min(1),
});

/** One run of a sweep: a code, a decoder and their points. */
interface SweepRun {
  /** Name of the run's folder, if the file has one. */
  readonly name?: string;
  /** Options of `ldpc simulate` from the file for this run. */
  readonly given: Given;
  /** Position of the run in the file. */
  readonly place: { readonly file: string; readonly line: number };
}

/**
 * Reads a sweep file: a JSON object with `runs`, a list of objects with options of `ldpc simulate`, and optionally `common`, options of all
 * runs. `code` and `decoder` may be lists: each combination is a run.
 * @returns the runs in the order of the file. Within an entry, all decoders of the first code come first.
 * @throws InputError with file and line for a file that cannot be read or is invalid.
 * @example
 * readSweepFile("sweep.json"); // {"runs": [{"code": "nb620-gf32", "decoder": ["min-max", "ems"], "ebn0": "1:0.5:3"}]}
 */
export function readSweepFile(file: string): readonly SweepRun[] {
  const text = configText(file, (reason) => `cannot be read, ${reason}: name a JSON file with runs`);
  refuseUnknown(jsonValue(text, { file }, CONFIG_CHARACTERS), text, file);
  const { common = {}, runs } = parseJson(text, file, SWEEP_FILE, CONFIG_CHARACTERS);
  const lineOf = jsonLines(text, LINE_DEPTH);
  const place = (path: Path) => ({ file, line: lineOf(path) });
  const ofAll = givenOptions(common, ["common"], place);
  const entries = runs.map(({ name, ...options }, i) => ({
    name,
    place: place(["runs", i]),
    options: runOptions(ofAll, givenOptions(options, ["runs", i], place)),
  }));
  const count = entries.reduce((sum, { options }) => sum + combinationCount(options), 0);
  if (count > RUNS_MAXIMUM)
    throw new InputError(`stands for ${count} runs: at most ${RUNS_MAXIMUM} are taken, split the file`, { file });
  return entries.flatMap(({ options, name, place }) => combinations(options, name, place));
}

/** @throws InputError with the nearest option for an unknown one. */
function refuseUnknown(value: unknown, text: string, file: string): void {
  if (!isObject(value)) return;
  const { common, runs } = value as { common?: unknown; runs?: unknown };
  const entries = Array.isArray(runs) ? runs.map((run, i) => [["runs", i], run, RUN] as const) : [];
  for (const [path, entry, schema] of [[["common"], common, COMMON] as const, ...entries]) {
    if (!isObject(entry)) continue;
    const unknown = Object.keys(entry).find((name) => !(name in schema.shape));
    if (unknown === undefined) continue;
    const place = { file, line: jsonLine(text, [...path, unknown]) };
    throw new InputError(`"${path.join(".")}" ${unknownText(unknown, Object.keys(schema.shape))}`, place);
  }
}

function unknownText(name: string, known: readonly string[]): string {
  if (COMMAND_LINE_ONLY.includes(name))
    return `cannot have "${name}": give --${name} on the command line of ldpc sweep`;
  const meant = nearest(name, known);
  return `has no option "${printable(name)}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}

/** Keys from the root of the file to a value. */
type Path = readonly (string | number)[];

/** Number of keys to an option of a run: `["runs", 0, "code"]`. */
const LINE_DEPTH = 3;

type Several = ReadonlyMap<string, readonly GivenOption[]>;

/**
 * The values of an option. A code `FOLDER/*.alist` stands for the folder's matching files, by name, and `TABLE:FROM:TO` for schemes of 5G.
 * @throws InputError for a pattern without a matching file, or schemes that cannot be read.
 */
function valuesOf(name: string, value: string | string[], place: SweepRun["place"]): string[] {
  const values = [value].flat();
  if (name === "mcs") {
    try {
      return values.flatMap(schemeTexts);
    } catch (error) {
      throw usageError(new InputError((error as Error).message), place);
    }
  }
  if (name !== "code") return values;
  return values.flatMap((code) => {
    const pattern = basename(code);
    if (!pattern.includes("*")) return [code];
    const files = filesLike(dirname(code), pattern);
    if (files.length > 0) return files;
    throw new InputError(
      `"${printable(code)}": no file fits; * stands for any part of a file's name, not of a folder's`,
      place,
    );
  });
}

/** The files of a folder whose names match a pattern with `*`. */
function filesLike(folder: string, pattern: string): string[] {
  const parts = pattern.split("*");
  const fits = (name: string) => {
    let rest = name;
    for (const [i, part] of parts.entries()) {
      const at = i === parts.length - 1 ? rest.length - part.length : rest.indexOf(part);
      if (at < 0 || (i === 0 && at !== 0) || !rest.startsWith(part, at)) return false;
      rest = rest.slice(at + part.length);
    }
    return true;
  };
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name);
    return names
      .filter(fits)
      .sort()
      .map((name) => join(folder, name));
  } catch {
    // A folder that cannot be read has no matching files.
    return [];
  }
}

/** The options of an object in the file, with lines. Options of LISTED may have several values. */
function givenOptions(options: object, path: Path, placeOf: (path: Path) => SweepRun["place"]): Several {
  const said = Object.entries(options).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined);
  return new Map(
    said.map(([name, value]) => {
      const place = placeOf([...path, name]);
      return [name, valuesOf(name, value, place).map((each) => ({ texts: [each], ...place }))];
    }),
  );
}

/** The options of a run with the common options. A channel of the run replaces a common channel. */
function runOptions(common: Several, own: Several): Several {
  const merged = withWords(common);
  const replacing = withWords(own);
  replaceChannel(merged, replacing, ([{ texts }]) => texts[0]);
  for (const [name, value] of replacing) merged.set(name, value);
  return merged;
}

/** Gives the words of a channel's text to their options. */
function withWords(options: Several): Map<string, readonly GivenOption[]> {
  const given = withChannelWords(new Map([...options].map(([name, [first]]) => [name, first])), RUN_OPTIONS);
  return new Map(
    [...given].map(([name, one]) => [name, options.get(name)?.includes(one) ? options.get(name)! : [one]]),
  );
}

function combinationCount(options: Several): number {
  return LISTED.reduce((product, option) => product * (options.get(option)?.length ?? 1), 1);
}

/** The runs of all combinations. @throws InputError for a name that several runs would have. */
function combinations(options: Several, name: string | undefined, place: SweepRun["place"]): SweepRun[] {
  let runs: Given[] = [new Map([...options].map(([option, [first]]) => [option, first]))];
  for (const option of LISTED) {
    const values = options.get(option);
    if (values !== undefined) runs = runs.flatMap((run) => values.map((value) => new Map([...run, [option, value]])));
  }
  if (name === undefined || runs.length === 1) return runs.map((given) => ({ name, given, place }));
  throw new InputError(
    `"name" stands for ${runs.length} runs: leave it out, or give one code, decoder, rv and mcs`,
    place,
  );
}

/**
 * The time left of all runs of a sweep, while this process works on one after the other. Other processes may work on the waiting runs,
 * whose progress is read once, at the first request.
 */
export class SweepTimeLeft {
  readonly #folders: readonly string[];
  /** Known progress. Without a display no time is requested, and no run is read. */
  readonly #runs = new Map<string, RunProgress | undefined>();

  /** @param folders folders of the runs, which have all begun. */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Stores the progress of a run. Its speed is left out, since it applies only during the work on the run. */
  update(folder: string, reader: Run): void {
    this.#runs.set(folder, runProgress(reader));
  }

  /**
   * `all 7 runs: 3 h to 2 d left`, at the speed of all workers of a run; undefined for a single run, or if no worker is active.
   * @param folder folder of the present run.
   */
  text(folder: string, reader: Run): string | undefined {
    const count = this.#folders.length;
    if (count === 1) return undefined;
    this.update(folder, reader);
    for (const other of this.#folders) if (!this.#runs.has(other)) this.#runs.set(other, readProgress(other));
    const known = [...this.#runs].flatMap(([place, run]) => {
      if (run === undefined) return [];
      return [place === folder ? { ...run, speed: reader.speed } : run];
    });
    const left = timeLeftOfRuns(known);
    return left && runsLeftText(count, { ...left, unknown: left.unknown + count - known.length });
  }
}

/** The progress of a run; undefined if it cannot be read, which is reported when its turn comes. */
function readProgress(folder: string): RunProgress | undefined {
  return unlessRefused(() => runProgress(openRun(folder, () => {})));
}
