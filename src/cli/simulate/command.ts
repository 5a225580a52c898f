import { DeviceLostError, InputError } from "../../errors.ts";
import type { LockOptions } from "../../node/disk/folder-lock.ts";
import type { LeaseOptions } from "../../node/disk/lease-folder.ts";
import { entryBeside, type ProcessEntry } from "../../node/engine/entry.ts";
import { listClaims, tasksAtWork } from "../../node/run/claim-list.ts";
import { publishPoints } from "../../node/run/publish.ts";
import { commitRun, extendRun, type RunFile, runSweep } from "../../node/run/run-file.ts";
import { RunReader } from "../../node/run/run-reader.ts";
import { type CreateRunnerFactory, createRunnerFactory } from "../../node/run/runner-factory.ts";
import { INTERRUPTED } from "../../node/run/worker-process.ts";
import { sweepDone, sweepPoints, sweepRows } from "../../simulation/sweep.ts";
import type { Command, Given } from "../command-line/command.ts";
import { CommandExit } from "../exit.ts";
import { untilInterrupted } from "../interrupt.ts";
import { Progress } from "../progress.ts";
import { sweepTable } from "../sweep-table.ts";
import { requireAgreement, SIMULATE_OPTIONS, type SimulateOptions, withConfig } from "./options.ts";
import { planRun, type SimulatePlan } from "./plan.ts";
import { type SimulateEnvironment, workHere, workInProcesses } from "./work.ts";

/**
 * `ldpc simulate`: works on a run until all its points are done, going on with what its folder holds.
 * @throws InputError for bad options or a folder that holds another run, before anything is written; CommandExit with
 * status 130 after Ctrl-C. What was done is kept in every case.
 */
export async function simulate(
  options: SimulateOptions,
  given: Given,
  environment: SimulateEnvironment,
): Promise<void> {
  requireAgreement(options);
  const plan = planRun(options, given);
  const progress = new Progress(environment.stderr, options.quiet, environment.variables);
  const warn = (text: string) => progress.warn(text);
  // A device that is busy may take seconds to let go.
  environment.signal.addEventListener("abort", () => progress.say("interrupted: what is done is kept"));
  const lock = { ...environment.lease, onWait: (text: string) => progress.say(`${plan.folder}: ${text}`) };
  // One look at the shards for all: what is done, the work, what is published.
  let reader = plan.begun ? new RunReader(plan.folder, warn) : undefined;
  const begin = async (engine: RunFile["engine"]) => {
    await commitRun(plan.folder, { ...plan.command, engine }, lock);
    reader ??= new RunReader(plan.folder, warn);
    reader.refresh();
    return reader;
  };
  try {
    if (reader !== undefined && isDone(plan, reader)) {
      await begin(undefined);
      progress.say(`all points are done: nothing to do in ${plan.folder}`);
    } else if (options.jobs === 1) {
      await workHere({ plan, begin }, options, environment, progress);
    } else {
      await workInProcesses({ plan, begin }, options, environment, progress);
    }
  } catch (error) {
    // Ctrl-C also ends the processes of an engine, which then looks lost.
    if (!(environment.signal.aborted && error instanceof DeviceLostError)) {
      await keepPoints(reader, lock);
      throw error;
    }
  } finally {
    progress.stop();
  }
  if (reader === undefined) throw interrupted(plan.folder);
  const points = await publishPoints(reader, lock);
  const { sweep } = reader;
  environment.stdout.write(
    options.json
      ? `${JSON.stringify(sweepRows(sweep, points), null, 2)}\n`
      : `${sweepTable(sweep, points, { atWork: tasksAtWork(listClaims(plan.folder)), width: environment.stdout.columns })}\n`,
  );
  if (environment.signal.aborted) throw interrupted(plan.folder);
  if (!sweepDone(points)) throw new InputError("the run is not finished: run the same command again");
}

/** Whether the folder holds all that the command asks for. */
function isDone({ folder, command }: SimulatePlan, { run, ledger }: RunReader): boolean {
  return sweepDone(sweepPoints(runSweep(extendRun(run, command, folder)), ledger));
}

/**
 * The command on the engines that a factory gives.
 * @param workerEntry entry of the worker processes of --jobs.
 * @param lease of claims and locks.
 */
export function simulateCommand(
  create: CreateRunnerFactory,
  workerEntry: ProcessEntry,
  lease?: LeaseOptions,
): Command<typeof SIMULATE_OPTIONS> {
  return {
    options: SIMULATE_OPTIONS,
    about: [
      "One of the channel options names the points. Each point runs until it has enough frame errors, frames or time.",
      "Counts do not depend on the number of workers, nor on the device where a decoder gives the same bits on every one (ldpc decoders says which do): the same options then give the same points.csv.",
    ],
    examples: [
      {
        line: "ldpc simulate --code nb620-gf32 --ebn0 1:0.25:3 --out runs/nb620",
        does: "a FER curve of a built-in code from 1 to 3 dB; the same command again goes on after an interruption",
      },
      {
        line: "ldpc simulate --code H.alist --ebn0 1:0.5:4 --decoder 'min-sum schedule=layered' --iterations 50",
        does: "your own binary matrix under layered min-sum with at most 50 iterations",
      },
      {
        line: "ldpc simulate --code wimax-2304-1152 --ebn0 1:0.25:2 --max-errors 1000 --jobs 4",
        does: "1000 frame errors at each point, by four worker processes",
      },
    ],
    complete: withConfig,
    run: (options, given) =>
      untilInterrupted((signal) => simulate(options, given, environment(create, workerEntry, lease, signal))),
  };
}

export default simulateCommand(createRunnerFactory, entryBeside("../../node/run/simulation-worker", import.meta.url));

function environment(
  createRunnerFactory: CreateRunnerFactory,
  workerEntry: ProcessEntry,
  lease: LeaseOptions | undefined,
  signal: AbortSignal,
): SimulateEnvironment {
  const { stdout, stderr, env: variables } = process;
  return { createRunnerFactory, workerEntry, stdout, stderr, variables, signal, lease };
}

function interrupted(folder: string): CommandExit {
  return new CommandExit(`interrupted; run the same command again to go on with ${folder}`, INTERRUPTED);
}

/** Derives what can be derived after a failure. */
async function keepPoints(reader: RunReader | undefined, lock: LockOptions): Promise<void> {
  if (reader === undefined) return;
  try {
    await publishPoints(reader, lock);
  } catch {
    // The failure that brought us here is the one to report; the shards hold everything.
  }
}
