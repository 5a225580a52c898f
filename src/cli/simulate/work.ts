import { decoderText } from "../../decoder/decoder.ts";
import { DeviceLostError, InputError } from "../../errors.ts";
import { cardText } from "../../node/cards/card.ts";
import { type CardSystem, cardSystem } from "../../node/cards/system.ts";
import type { SignsOfLife } from "../../node/disk/process-state.ts";
import type { EngineChoice } from "../../node/engine/engines.ts";
import type { ProcessEntry } from "../../node/engine/entry.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import type { Run } from "../../node/run/run.ts";
import type { RunFile } from "../../node/run/run-file.ts";
import { RunWorker } from "../../node/run/run-worker.ts";
import {
  type CreateRunnerFactory,
  computedIdentity,
  type WorkerEnd,
  WorkerPool,
  waitText,
  withCard,
} from "../../node/run/worker-process.ts";
import { abandoned, type RunnerFactory } from "../../simulation/runner.ts";
import { sweepDone } from "../../simulation/sweep.ts";
import { work } from "../../simulation/worker.ts";
import { loadOptions } from "../options/code.ts";
import { decoderWords } from "../options/decoder.ts";
import type { Progress, ProgressStream, ProgressView } from "../progress.ts";
import { pointColour, sweepLine, sweepTable } from "../sweep-table.ts";
import { roughDuration, timeLeftText } from "../time-left-text.ts";
import type { Crew, CrewMember } from "./crew.ts";
import { kernelLines, runHeader } from "./header.ts";
import type { SimulateOptions } from "./options.ts";
import type { SimulatePlan } from "./plan.ts";
import { WorkersUnderWay } from "./workers-under-way.ts";

/** The environment of `simulate`. Tests provide their own. */
export interface SimulateEnvironment {
  readonly createRunnerFactory: CreateRunnerFactory;
  /** Entry of the worker processes of --jobs. */
  readonly workerEntry: ProcessEntry;
  readonly stdout: { write(text: string): unknown; readonly columns?: number };
  readonly stderr: ProgressStream;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C, or by the end of --wall-time. */
  readonly signal: AbortSignal;
  /** Aborted by Ctrl-C alone; the signal if left out. */
  readonly interrupt?: AbortSignal;
  /** Lists this machine's cards. Tests provide their own. */
  readonly askCards: () => Promise<CardSystem>;
  /** Signs of life of workers and locks. Tests provide shorter times. */
  readonly signs?: SignsOfLife;
  /** Describes the time left of all runs of a sweep during one of them; undefined if it is unknown. */
  readonly timeLeftOfAll?: (run: Run) => string | undefined;
}

/** The environment of this process. @param signal a signal that Ctrl-C aborts. */
export function processEnvironment(
  { create, ...means }: Pick<SimulateEnvironment, "workerEntry" | "signs"> & { readonly create: CreateRunnerFactory },
  signal: AbortSignal,
): SimulateEnvironment {
  const { stdout, stderr, env: variables } = process;
  return { createRunnerFactory: create, askCards: cardSystem, ...means, stdout, stderr, variables, signal };
}

/** A plan, and the function that begins its run. */
export interface PlannedRun {
  readonly plan: SimulatePlan;
  /** Writes run.json with the engine's name, and reads the run. */
  readonly begin: (engine: RunFile["engine"]) => Promise<Run>;
}

/** Works on the run in this process. @throws the errors of `work`. Finished work is kept. */
export async function workHere(
  planned: PlannedRun,
  { engine, binding }: CrewMember,
  options: Pick<SimulateOptions, "verbose">,
  environment: SimulateEnvironment,
  progress: Progress,
): Promise<void> {
  const { plan } = planned;
  // Drivers read the variables when Dawn first lists adapters.
  Object.assign(process.env, binding?.variables);
  const factory = await openFactory(plan, engine, environment, progress);
  try {
    const run = await begin(planned, factory, progress, options.verbose);
    const computes = computedIdentity(run.file, decoderText(plan.decoder));
    const shared = new RunWorker(run, {
      engine: withCard(factory.description, binding && cardText(binding.card)),
      worker: "1",
      computes,
      signs: environment.signs,
    });
    try {
      const underWay = new WorkersUnderWay(run.points);
      progress.start(view(run, environment, underWay));
      await work({
        shared,
        factory,
        signal: environment.signal,
        onWait: (holders) => progress.say(waitText(holders)),
        onUnderWay(chunks) {
          if (underWay.tell("1", chunks)) progress.update();
        },
      });
    } finally {
      shared.close();
    }
  } finally {
    // An abandoned device lets the process end by a signal only. The end of a time has a status of its own, so it waits for the device.
    const { signal, interrupt = signal } = environment;
    await (interrupt.aborted ? abandoned(factory) : factory.close());
  }
}

/**
 * Works on the run in worker processes and watches their shards. A worker that fails is reported, and the other workers continue.
 * @throws InputError if all workers ended before the run was done.
 */
export async function workInProcesses(
  planned: PlannedRun,
  crew: Crew,
  options: SimulateOptions,
  environment: SimulateEnvironment,
  progress: Progress,
): Promise<void> {
  const { plan } = planned;
  // Opened and closed first, so that a missing adapter is reported once and before anything is written.
  const factory = await openFactory(plan, crew.members[0].engine, environment, progress);
  await factory.close();
  const run = await begin(planned, factory, progress, options.verbose);
  const workers = crew.members.map(({ engine, binding }, i) => ({
    binding,
    job: {
      folder: plan.folder,
      worker: String(i + 1),
      code: options.code,
      load: loadOptions(options),
      decoder: decoderWords(plan.code, options),
      engine,
      card: binding && cardText(binding.card),
    },
  }));
  const underWay = new WorkersUnderWay(run.points);
  const pool = new WorkerPool(environment.workerEntry, workers, {
    onSaid: (text) => progress.say(text),
    onUnderWay(worker, chunks) {
      if (underWay.tell(worker, chunks)) progress.update();
    },
  });
  const stop = () => pool.stop();
  environment.signal.addEventListener("abort", stop);
  if (environment.signal.aborted) stop();
  progress.start(view(run, environment, underWay, () => run.refresh()));
  const ends = await pool.ended((end) => {
    underWay.forget(end.worker);
    if (!wasAsked(end) && !environment.signal.aborted)
      progress.warn(`worker ${end.worker} ended early: ${endReason(end)}`);
  });
  environment.signal.removeEventListener("abort", stop);
  run.refresh();
  if (environment.signal.aborted || sweepDone(run.points)) return;
  throw new InputError(
    `all ${ends.length} workers ended before the run was done (${endReason(ends[0])}); ` +
      `their work is kept in ${plan.folder}: run the same command again to go on`,
  );
}

async function openFactory(
  { code, decoder, command }: SimulatePlan,
  engine: EngineChoice,
  environment: SimulateEnvironment,
  progress: Progress,
): Promise<RunnerFactory> {
  try {
    return await environment.createRunnerFactory({
      code,
      decoder,
      codeword: command.codeword,
      channel: command.channel,
      generator: command.random,
      engine,
      signal: environment.signal,
      say: (text) => progress.say(text),
    });
  } catch (error) {
    if (error instanceof DeviceLostError)
      throw new InputError(`the device was lost while opening it: ${error.message}`);
    throw error;
  }
}

async function begin(
  { plan, begin: beginRun }: PlannedRun,
  { description, plan: mapping }: Pick<RunnerFactory, "description" | "plan">,
  progress: Progress,
  isVerbose: boolean,
): Promise<Run> {
  const { engine, adapter, driver } = description;
  const run = await beginRun({ engine, adapter, driver });
  const factory = { description, plan: mapping };
  for (const line of runHeader(plan.code, run.file, factory, plan.folder)) progress.say(line);
  if (isVerbose) for (const line of kernelLines(factory)) progress.say(line);
  return run;
}

/** @param refresh reads the records of other processes. */
function view(
  run: Run,
  { timeLeftOfAll = () => undefined }: Pick<SimulateEnvironment, "timeLeftOfAll">,
  underWay: WorkersUnderWay,
  refresh = () => {},
): ProgressView {
  const started = performance.now();
  const elapsed = () =>
    underWay.firstFrameText(run.points) ?? `${roughDuration((performance.now() - started) / 1000)} elapsed`;
  let failure: string | undefined;
  const shown = (show: (run: Run) => string) => {
    try {
      refresh();
    } catch (error) {
      // An error of the shards ends the workers, but must not end the display.
      failure = (error as Error).message;
    }
    return failure ?? show(run);
  };
  const shownPoints = ({ points }: Run) => underWay.points(points);
  const ofAll = () => [timeLeftOfAll(run) ?? []].flat();
  return {
    table: (width, coloured) =>
      shown(({ sweep, speed }) => {
        const points = shownPoints(run);
        const left = timeLeftText(sweep, points, speed) ?? "time left: not known yet";
        const table = sweepTable(sweep, points, { width, coloured, progress: { speed } });
        return [`${elapsed()}; ${left}`, ...ofAll(), table].join("\n");
      }),
    colours: () => (failure === undefined ? shownPoints(run).map(pointColour) : []),
    line: () =>
      shown(({ sweep, speed }) => [sweepLine(sweep, shownPoints(run), speed), elapsed(), ...ofAll()].join("; ")),
  };
}

function wasAsked({ status, reason }: WorkerEnd): boolean {
  return status === 0 || status === INTERRUPTED || reason === "SIGINT";
}

function endReason({ status, reason }: WorkerEnd): string {
  return reason ?? `exit status ${status}`;
}
