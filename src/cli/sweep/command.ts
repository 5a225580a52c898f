import { DeviceLostError, InputError, unlessRefused } from "../../errors.ts";
import type { SignsOfLife } from "../../node/disk/process-state.ts";
import { entryBeside, type ProcessEntry } from "../../node/engine/entry.ts";
import type { Run } from "../../node/run/run.ts";
import { commitRun } from "../../node/run/run-file.ts";
import { readRunPoints, transportRuns } from "../../node/run/run-points.ts";
import { type CreateRunnerFactory, createRunnerFactory } from "../../node/run/worker-process.ts";
import { missingTableText, transmissionTables } from "../../report/run-report/transmissions.ts";
import { formatTable } from "../../report/table.ts";
import type { Command, Given, Values } from "../command-line/command.ts";
import { operand, text } from "../command-line/option.ts";
import { untilInterrupted } from "../interrupt.ts";
import { Progress } from "../progress.ts";
import { runList, runTable } from "../run-list.ts";
import { SIMULATE_OPTIONS } from "../simulate/options.ts";
import { interrupted, runPlan } from "../simulate/run-plan.ts";
import { processEnvironment, type SimulateEnvironment } from "../simulate/work.ts";
import { type PlannedSweepRun, planSweep, sweepFolder } from "./plan.ts";
import { RUN_OPTIONS } from "./sweep-file.ts";
import { SweepTimeLeft } from "./sweep-time-left.ts";

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

/** The options of `ldpc sweep`. */
export const SWEEP_OPTIONS = {
  file: operand({
    group: "Files",
    describe: "sweep file: JSON with the options of many runs",
    example: "sweep.json",
  }),
  out: text({
    group: "Output",
    placeholder: "FOLDER",
    describe: "folder of the sweep, with a folder below it for each run; the same command continues its runs",
    example: "runs/sweep",
    defaultText: "runs/ and the file's name",
  }),
  ...MACHINE_OPTIONS,
} as const;

export type SweepOptions = Values<typeof SWEEP_OPTIONS>;

/**
 * `ldpc sweep`: works on the runs of a sweep file, one after the other, until all are done. It continues runs in their folders. A failed
 * run does not stop the other runs.
 * @throws InputError for an invalid file, before anything is written, and at the end for failed runs; CommandExit with status 130 after
 * Ctrl-C. Finished work is kept in every case.
 */
export async function sweep(options: SweepOptions, given: Given, environment: SimulateEnvironment): Promise<void> {
  const folder = sweepFolder(options.file, options.out);
  const machine = new Map([...given].filter(([name]) => name in MACHINE_OPTIONS));
  const runs = await planSweep(options.file, folder, machine);
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
  stdout.write(options.json ? `${JSON.stringify(lines, null, 2)}\n` : `${table}\n`);
  if (signal.aborted) throw interrupted(folder);
  if (failed > 0)
    throw new InputError(`${failed} of ${runs.length} runs failed, as reported above: run the same command again`);
  if (lines.some(({ state }) => state !== "done")) {
    throw new InputError("the sweep is not finished: run the same command again");
  }
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
      if (outcome !== undefined) left.update(plan.folder, outcome.run);
    } catch (error) {
      if (!(error instanceof InputError || error instanceof DeviceLostError)) throw error;
      failed++;
      progress.warn(`run ${i + 1} of ${runs.length} failed: ${error.message}`);
    }
  }
  return failed;
}

/** The command with the engines of a factory. Parameters as for `simulateCommand`. */
export function sweepCommand(
  create: CreateRunnerFactory,
  workerEntry: ProcessEntry,
  signs?: SignsOfLife,
): Command<typeof SWEEP_OPTIONS> {
  return {
    options: SWEEP_OPTIONS,
    about: [
      'A sweep file is a JSON object. "runs" is a list of objects with options of ldpc simulate under their names: a code, a decoder and points. "code", "decoder" and "rv" may be lists; each combination becomes a run. A code FOLDER/*.alist stands for the files of the folder. "common" holds options of all runs; a run\'s own win. "name" names the folder of a run, which is otherwise CODE-DECODER-ID.',
      `Options that a run can have: ${Object.keys(RUN_OPTIONS).join(", ")}.`,
      "Each run has a folder of its own, as ldpc simulate makes it. Any number of the same command, on any machines that share the folder, work together.",
    ],
    examples: [
      { line: "ldpc sweep sweep.json --out runs/sweep", does: "simulate all runs of a file, or go on with them" },
      { line: "ldpc sweep sweep.json --jobs auto", does: "the same with a worker for each GPU of this machine" },
    ],
    run: (options, given) =>
      untilInterrupted((signal) => sweep(options, given, processEnvironment({ create, workerEntry, signs }, signal))),
  };
}

export default sweepCommand(createRunnerFactory, entryBeside("../../node/run/simulation-worker", import.meta.url));
