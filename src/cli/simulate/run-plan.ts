import { DeviceLostError } from "../../errors.ts";
import type { LockOptions } from "../../node/disk/folder-lock.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { publishPoints } from "../../node/run/publish.ts";
import { commitRun, extendRun, type RunFile, runSweep } from "../../node/run/run-file.ts";
import { RunReader } from "../../node/run/run-reader.ts";
import { type SweepPoint, sweepDone, sweepPoints } from "../../simulation/sweep.ts";
import { canonicalJson } from "../../simulation/task.ts";
import { CommandExit } from "../exit.ts";
import type { Progress } from "../progress.ts";
import { planCrew } from "./crew.ts";
import type { SimulateOptions } from "./options.ts";
import type { SimulatePlan } from "./plan.ts";
import { type SimulateEnvironment, workHere, workInProcesses } from "./work.ts";

/** The outcome of a run. */
export interface RunOutcome {
  readonly reader: RunReader;
  /** The published points. */
  readonly points: readonly SweepPoint[];
}

/**
 * Works on a run until all its points are done or the environment's signal aborts, and publishes its points. It continues a run that its
 * folder contains.
 * @returns undefined if the signal came before the folder was begun.
 * @throws the error that ended the work. Finished work is kept and published.
 */
export async function runPlan(
  plan: SimulatePlan,
  options: SimulateOptions,
  environment: SimulateEnvironment,
  progress: Progress,
): Promise<RunOutcome | undefined> {
  const warn = (text: string) => progress.warn(text);
  const lock = { ...environment.lease, onWait: (text: string) => progress.say(`${plan.folder}: ${text}`) };
  // The display, the workers and points.csv share one reader of the shards.
  let reader = plan.begun ? new RunReader(plan.folder, warn) : undefined;
  const begin = async (engine: RunFile["engine"]) => {
    await commitRun(plan.folder, { ...plan.command, engine }, lock);
    reader ??= new RunReader(plan.folder, warn);
    reader.refresh();
    return reader;
  };
  try {
    if (reader !== undefined && isDone(plan, reader)) {
      if (!isStored(plan, reader)) await begin(undefined);
      progress.say(`all points are done: nothing to do in ${plan.folder}`);
    } else {
      const crew = await planCrew(options, environment.askCards);
      if (crew.text !== undefined) progress.say(crew.text);
      const planned = { plan, begin };
      if (crew.isHere) await workHere(planned, crew.members[0], options, environment, progress);
      else await workInProcesses(planned, crew, options, environment, progress);
    }
  } catch (error) {
    // Ctrl-C also ends the processes of an engine, which then seems lost.
    const { aborted, reason } = environment.signal;
    if (!(aborted && (error instanceof DeviceLostError || error === reason))) {
      // That the folder is gone says more than what could not be written there.
      reader?.requireFolder();
      await keepPoints(reader, lock);
      throw error;
    }
  } finally {
    progress.stop();
  }
  return reader && { reader, points: await publishPoints(reader, lock) };
}

/** Whether the folder contains all work that the command requests. */
function isDone({ folder, command }: SimulatePlan, { run, ledger }: RunReader): boolean {
  return sweepDone(sweepPoints(runSweep(extendRun(run, command, folder)), ledger));
}

/** Whether run.json already has the command's points and stopping rule. */
function isStored({ folder, command }: SimulatePlan, { run }: RunReader): boolean {
  const { engine, versions, commit } = run;
  return canonicalJson(extendRun(run, { ...command, engine, versions, commit }, folder)) === canonicalJson(run);
}

/** Publishes the points of the finished work after a failure. */
async function keepPoints(reader: RunReader | undefined, lock: LockOptions): Promise<void> {
  if (reader === undefined) return;
  try {
    await publishPoints(reader, lock);
  } catch {
    // Only the first failure is reported. The shards have all finished work.
  }
}

/** The error that ends a command after Ctrl-C. @param folder folder in which the same command continues. */
export function interrupted(folder: string): CommandExit {
  return new CommandExit(`interrupted; run the same command again to go on with ${folder}`, INTERRUPTED);
}
