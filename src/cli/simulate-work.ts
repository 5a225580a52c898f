import { DeviceLostError, InputError } from "../errors.ts";
import { engineSentence } from "../node/engines.ts";
import { LedgerStore } from "../node/ledger-store.ts";
import { runSweep } from "../node/run-file.ts";
import { ShardReader } from "../node/shards.ts";
import { type WorkerEnd, WorkerPool } from "../node/worker-pool.ts";
import { INTERRUPTED } from "../node/worker-process.ts";
import { Ledger } from "../simulation/ledger.ts";
import type { RunnerFactory } from "../simulation/runner.ts";
import { type Sweep, sweepDone, sweepPoints } from "../simulation/sweep.ts";
import { work } from "../simulation/worker.ts";
import { loadOptions } from "./code-options.ts";
import { decoderWords } from "./decoder-options.ts";
import type { Progress, ProgressView } from "./progress.ts";
import type { SimulateEnvironment } from "./simulate.ts";
import type { SimulateOptions } from "./simulate-options.ts";
import { type SimulatePlan, saveRun } from "./simulate-plan.ts";
import { sweepLine, sweepTable } from "./sweep-table.ts";

/** Works on the run in this process. @throws what `work` throws; what was done is kept. */
export async function workHere(
  plan: SimulatePlan,
  options: SimulateOptions,
  environment: SimulateEnvironment,
  progress: Progress,
): Promise<void> {
  const factory = await openFactory(plan, options, environment);
  try {
    begin(plan, factory, progress);
    const store = new LedgerStore(plan.folder, { engine: factory.description, worker: "1" });
    try {
      const sweep = runSweep(plan.run);
      progress.start(view(sweep, store.ledger));
      await work({ sweep, shared: store, factory, signal: environment.signal });
    } finally {
      store.close();
    }
  } finally {
    await factory.close();
  }
}

/**
 * Works on the run in processes of their own and watches their shards. A worker that dies is reported; the others go on.
 * @throws InputError if all ended before the run was done.
 */
export async function workInProcesses(
  plan: SimulatePlan,
  options: SimulateOptions,
  environment: SimulateEnvironment,
  progress: Progress,
): Promise<void> {
  // Opened and closed again: a missing adapter is told once, before anything is written.
  const factory = await openFactory(plan, options, environment);
  await factory.close();
  begin(plan, factory, progress);
  const jobs = Array.from({ length: options.jobs }, (_, i) => ({
    folder: plan.folder,
    worker: String(i + 1),
    code: options.code,
    load: loadOptions(options.file),
    decoder: decoderWords(plan.code, options),
    engine: options.engine,
    adapter: options.adapter,
    memory: options.memory,
    jobs: options.jobs,
  }));
  const pool = new WorkerPool(environment.workerEntry, jobs);
  const stop = () => pool.stop();
  environment.signal.addEventListener("abort", stop);
  if (environment.signal.aborted) stop();
  const ledger = new Ledger();
  const reader = new ShardReader(plan.folder, ledger);
  const sweep = runSweep(plan.run);
  progress.start(view(sweep, ledger, () => reader.refresh()));
  const ends = await pool.ended((end) => {
    if (!wasAsked(end) && !environment.signal.aborted)
      progress.warn(`worker ${end.worker} ended early: ${endReason(end)}`);
  });
  environment.signal.removeEventListener("abort", stop);
  reader.refresh();
  if (environment.signal.aborted || sweepDone(sweepPoints(sweep, ledger))) return;
  throw new InputError(
    `all ${ends.length} workers ended before the run was done (${endReason(ends[0])}); ` +
      `what they did is kept in ${plan.folder}: run the same command again to go on`,
  );
}

async function openFactory(
  { code, decoder, run }: SimulatePlan,
  { engine, adapter, memory, jobs }: SimulateOptions,
  environment: SimulateEnvironment,
): Promise<RunnerFactory> {
  try {
    return await environment.createRunnerFactory({
      code,
      decoder,
      codeword: run.codeword,
      channel: run.channel,
      engine,
      adapter,
      memory,
      jobs,
    });
  } catch (error) {
    if (error instanceof DeviceLostError)
      throw new InputError(`the device was lost while opening it: ${error.message}`);
    throw error;
  }
}

function begin(
  plan: SimulatePlan,
  { description, plan: mapping }: Pick<RunnerFactory, "description" | "plan">,
  progress: Progress,
): void {
  const { engine, adapter, driver } = description;
  saveRun(plan, { engine, adapter, driver });
  const { decoder, points } = plan.run;
  progress.say(`${plan.code.name}, ${decoder}, ${points.length} points into ${plan.folder}`);
  progress.say(engineSentence(description));
  progress.say(mapping.join("; "));
}

function view(sweep: Sweep, ledger: Ledger, refresh = () => {}): ProgressView {
  const points = () => {
    refresh();
    return sweepPoints(sweep, ledger);
  };
  return { table: () => sweepTable(sweep, points()), line: () => sweepLine(sweep, points()) };
}

function wasAsked({ status }: WorkerEnd): boolean {
  return status === 0 || status === INTERRUPTED;
}

function endReason({ status, reason }: WorkerEnd): string {
  return reason ?? `exit status ${status}`;
}
