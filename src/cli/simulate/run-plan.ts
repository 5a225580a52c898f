import { DeviceLostError } from "../../errors.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { openRun, type Run } from "../../node/run/run.ts";
import { commitRun, extendRun, type RunFile, runSweep } from "../../node/run/run-file.ts";
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
  readonly run: Run;
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
  const lock = { ...environment.signs, onWait: (text: string) => progress.say(`${plan.folder}: ${text}`) };
  // The display, the workers and points.csv share one view of the run.
  let run = plan.begun ? openRun(plan.folder, warn, environment.signs) : undefined;
  const begin = async (engine: RunFile["engine"]) => {
    await commitRun(plan.folder, { ...plan.command, engine }, lock);
    run ??= openRun(plan.folder, warn, environment.signs);
    run.refresh();
    return run;
  };
  try {
    if (run !== undefined && isDone(plan, run)) {
      if (!isStored(plan, run)) await begin(undefined);
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
      run?.requireFolder();
      keepPoints(run);
      throw error;
    }
  } finally {
    progress.stop();
  }
  return run && { run, points: run.publish() };
}

/** Whether the folder contains all work that the command requests. */
function isDone({ folder, command }: SimulatePlan, { file, ledger }: Run): boolean {
  return sweepDone(sweepPoints(runSweep(extendRun(file, command, folder)), ledger));
}

/** Whether run.json already has the command's points and stopping rule. */
function isStored({ folder, command }: SimulatePlan, { file }: Run): boolean {
  const { engine, versions, commit } = file;
  return canonicalJson(extendRun(file, { ...command, engine, versions, commit }, folder)) === canonicalJson(file);
}

/** Publishes the points of the finished work after a failure. */
function keepPoints(run: Run | undefined): void {
  try {
    run?.publish();
  } catch {
    // Only the first failure is reported. The shards have all finished work.
  }
}

/** The error that ends a command after Ctrl-C. @param folder folder in which the same command continues. */
export function interrupted(folder: string): CommandExit {
  return new CommandExit(`interrupted; run the same command again to go on with ${folder}`, INTERRUPTED);
}
