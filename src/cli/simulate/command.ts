import { InputError } from "../../errors.ts";
import type { SignsOfLife } from "../../node/disk/process-state.ts";
import { entryBeside, type ProcessEntry } from "../../node/engine/entry.ts";
import { type CreateRunnerFactory, createRunnerFactory } from "../../node/run/worker-process.ts";
import { sweepDone } from "../../simulation/sweep.ts";
import type { Command, Given } from "../command-line/command.ts";
import { CommandExit } from "../exit.ts";
import { untilInterrupted } from "../interrupt.ts";
import { Progress } from "../progress.ts";
import { SIMULATE_OPTIONS, type SimulateOptions, withConfig } from "./options.ts";
import { planRun } from "./plan.ts";
import { resultText } from "./result-text.ts";
import { interrupted, runPlan } from "./run-plan.ts";
import { runRows } from "./transport-lines.ts";
import { processEnvironment, type SimulateEnvironment } from "./work.ts";

/**
 * `ldpc simulate`: works on a run until all its points are done. It continues a run that its folder contains.
 * @throws InputError for bad options, or for a folder with another run, before anything is written; CommandExit with status 130 after
 * Ctrl-C. Finished work is kept in every case.
 */
export async function simulate(
  options: SimulateOptions,
  given: Given,
  environment: SimulateEnvironment,
): Promise<void> {
  const plan = planRun(options, given);
  const progress = new Progress(environment.stderr, options.quiet, environment.variables);
  // A busy device may take seconds to stop.
  environment.signal.addEventListener("abort", () => progress.say("ending: what is done is kept"));
  const outcome = await runPlan(plan, options, environment, progress);
  if (outcome === undefined) throw interrupted(plan.folder);
  const { points, run } = outcome;
  const { file, sweep, atWork } = run;
  const { code } = plan;
  const text = options.json
    ? JSON.stringify(runRows(file.code.options?.transport, sweep, points), null, 2)
    : resultText({ run: file, code, sweep, points, atWork, width: environment.stdout.columns });
  environment.stdout.write(`${text}\n`);
  if (environment.signal.aborted) throw interrupted(plan.folder);
  if (!sweepDone(points)) throw new InputError("the run is not finished: run the same command again");
}

/** Exit status of a command that --wall-time ended. */
const TIME_IS_OVER = 3;

/**
 * Runs a task with a signal that Ctrl-C or the end of a time aborts.
 * @param seconds the time. Default: no limit.
 * @throws CommandExit with status 3 if the time ended the run.
 */
async function withinTime(
  seconds: number | undefined,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (seconds === undefined) return run(signal);
  // A timer waits for a whole number of milliseconds, at most 2^31 - 1.
  const timeout = AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), 2 ** 31 - 1));
  try {
    await run(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (!(error instanceof CommandExit) || signal.aborted || !timeout.aborted) throw error;
    throw new CommandExit(`--wall-time is over: ${error.message.replace(/^interrupted; /, "")}`, TIME_IS_OVER);
  }
}

/**
 * The command with the engines of a factory.
 * @param workerEntry entry of the worker processes of --jobs.
 * @param signs of life of workers and locks.
 */
export function simulateCommand(
  create: CreateRunnerFactory,
  workerEntry: ProcessEntry,
  signs?: SignsOfLife,
): Command<typeof SIMULATE_OPTIONS> {
  return {
    options: SIMULATE_OPTIONS,
    about: [
      "Give the points by one channel option, such as --ebn0. Each point runs until it has enough frame errors, frames or time.",
      "Counts do not depend on the number of workers. If a decoder gives equal bits on every device (see ldpc decoders), they do not depend on the device either, and equal options give an equal points.csv.",
    ],
    examples: [
      {
        line: "ldpc simulate --code nb620-gf32 --ebn0 1:0.25:3 --out runs/nb620",
        does: "a FER curve from 1 to 3 dB; the same command again continues the run",
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
      untilInterrupted((signal) =>
        withinTime(options.wallTime, signal, (both) =>
          simulate(options, given, {
            ...processEnvironment({ create, workerEntry, signs }, both),
            interrupt: signal,
          }),
        ),
      ),
  };
}

export default simulateCommand(createRunnerFactory, entryBeside("../../node/run/simulation-worker", import.meta.url));
