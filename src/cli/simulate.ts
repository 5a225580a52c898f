import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandModule } from "yargs";
import { DeviceLostError, InputError } from "../errors.ts";
import { entryBeside, type ProcessEntry } from "../node/entry.ts";
import { readLedger, writePoints } from "../node/ledger-store.ts";
import { runSweep } from "../node/run-file.ts";
import { type CreateRunnerFactory, createRunnerFactory } from "../node/runner-factory.ts";
import { INTERRUPTED } from "../node/worker-process.ts";
import { sweepDone, sweepPoints, sweepRows } from "../simulation/sweep.ts";
import { CommandExit } from "./exit.ts";
import { untilInterrupted } from "./interrupt.ts";
import { Progress, type ProgressStream } from "./progress.ts";
import { readSimulateOptions, type SimulateArguments, withSimulateOptions } from "./simulate-options.ts";
import { planRun, type SimulatePlan, saveRun } from "./simulate-plan.ts";
import { workHere, workInProcesses } from "./simulate-work.ts";
import { sweepTable } from "./sweep-table.ts";

/** What `simulate` works with; tests hand in their own. */
export interface SimulateEnvironment {
  readonly createRunnerFactory: CreateRunnerFactory;
  /** Entry of the worker processes of --jobs. */
  readonly workerEntry: ProcessEntry;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: ProgressStream;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * `ldpc simulate`: works on a run until all its points are done, going on with what its folder holds.
 * @throws InputError for bad options or a folder that holds another run, before anything is written; CommandExit with
 * status 130 after Ctrl-C. What was done is kept in every case.
 */
export async function simulate(commandLine: SimulateArguments, environment: SimulateEnvironment): Promise<void> {
  const options = await readSimulateOptions(commandLine);
  const plan = planRun(options);
  const progress = new Progress(environment.stderr, options.quiet, environment.variables);
  const sweep = runSweep(plan.run);
  const before = sweepPoints(sweep, readLedger(plan.folder));
  try {
    if (sweepDone(before)) {
      saveRun(plan, plan.run.engine);
      progress.say(`all points are done: nothing to do in ${plan.folder}`);
    } else if (options.jobs === 1) {
      await workHere(plan, options, environment, progress);
    } else {
      await workInProcesses(plan, options, environment, progress);
    }
  } catch (error) {
    // Ctrl-C also ends the processes of an engine, which then looks lost.
    if (!(environment.signal.aborted && error instanceof DeviceLostError)) {
      keepPoints(plan);
      throw error;
    }
  } finally {
    progress.stop();
  }
  if (!existsSync(join(plan.folder, "run.json"))) throw interrupted(plan.folder);
  const points = writePoints(plan.folder, plan.run);
  environment.stdout.write(
    options.json ? `${JSON.stringify(sweepRows(sweep, points), null, 2)}\n` : `${sweepTable(sweep, points)}\n`,
  );
  if (environment.signal.aborted) throw interrupted(plan.folder);
  if (!sweepDone(points)) throw new InputError("the run is not finished: run the same command again");
}

/** The command on the engines that a factory gives. @param workerEntry entry of the worker processes of --jobs. */
export function simulateCommand(
  create: CreateRunnerFactory,
  workerEntry: ProcessEntry,
): CommandModule<object, SimulateArguments> {
  return {
    command: "simulate",
    describe: "simulate frame, symbol and bit error rates over Eb/N0, SNR, QBER or symbol error",
    builder: (yargs) => withSimulateOptions(yargs),
    handler: (options) => untilInterrupted((signal) => simulate(options, environment(create, workerEntry, signal))),
  };
}

export default simulateCommand(createRunnerFactory, entryBeside("../node/simulation-worker", import.meta.url));

function environment(create: CreateRunnerFactory, workerEntry: ProcessEntry, signal: AbortSignal): SimulateEnvironment {
  const { stdout, stderr, env } = process;
  return { createRunnerFactory: create, workerEntry, stdout, stderr, variables: env, signal };
}

function interrupted(folder: string): CommandExit {
  return new CommandExit(`interrupted; run the same command again to go on with ${folder}`, INTERRUPTED);
}

/** Derives what can be derived after a failure. */
function keepPoints({ folder, run }: SimulatePlan): void {
  if (!existsSync(join(folder, "run.json"))) return;
  try {
    writePoints(folder, run);
  } catch {
    // The failure that brought us here is the one to report; the shards hold everything.
  }
}
