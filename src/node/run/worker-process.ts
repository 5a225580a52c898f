import { type ChildProcess, spawn } from "node:child_process";
import { z } from "zod";
import { codeHash } from "../../code/hash.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { DeviceLostError, InputError } from "../../errors.ts";
import { type EngineRunnersOptions, engineRunners } from "../../simulation/engine-runners.ts";
import { SEMANTICS_VERSION } from "../../simulation/task.ts";
import { abandoned, type RunnerFactory, type UnderWay, work } from "../../simulation/worker.ts";
import type { Binding } from "../cards/cards.ts";
import { LOAD_OPTIONS, loadCode } from "../codes/codes.ts";
import { type ReadyOptions, readyWords } from "../codes/ready-encoder.ts";
import { decoderFile } from "../disk/disk.ts";
import type { SignsOfLife } from "../disk/folder-lock.ts";
import { childExecArgv } from "../engine/child-arguments.ts";
import { endProcess } from "../engine/dawn.ts";
import { ENGINE_CHOICE, type EngineChoice, openEngine } from "../engine/engines.ts";
import type { ProcessEntry } from "../engine/entry.ts";
import { INTERRUPTED, INTERRUPTS } from "../program.ts";
import { openRun, type Run } from "./run.ts";
import { runIdentity } from "./run-file.ts";
import { RunWorker } from "./run-worker.ts";

/** The inputs of a runner factory. The decoder has the options that only change its speed. */
export type RunnerOptions = Required<Omit<EngineRunnersOptions, "openEngine">> &
  ReadyOptions & { readonly engine: EngineChoice };

export type CreateRunnerFactory = (options: RunnerOptions) => Promise<RunnerFactory>;

/** Chooses an engine and device and makes runners on it. */
export const createRunnerFactory: CreateRunnerFactory = async ({ engine, signal, say, ...options }) => {
  await readyWords(options.code, options.codeword, options.channel, { signal, say });
  return engineRunners({ ...options, openEngine: () => openEngine(engine, say) });
};

const JOB = z.object({
  folder: z.string(),
  worker: z.string(),
  code: z.string(),
  load: LOAD_OPTIONS,
  decoder: z.string(),
  engine: ENGINE_CHOICE,
  /** The card that the process is bound to, in words. */
  card: z.string().optional(),
});

/** The job of a worker process, as JSON in its first argument. The sweep itself is in run.json. */
export type WorkerJob = z.infer<typeof JOB>;

/** A worker process's message to its parent: the reason for ending with status 1, a text to show, or the chunks that it computes. */
export type WorkerMessage = { readonly failure: string } | { readonly said: string } | { readonly underWay: UnderWay };

/**
 * The life of a worker process. Ends with status 0 when the sweep is done, 130 after Ctrl-C or after the end of its
 * parent, 1 after a failure, which is sent to the parent.
 * @param signs of life of the worker.
 */
export async function runWorkerProcess(create: CreateRunnerFactory, signs?: SignsOfLife): Promise<void> {
  const abort = new AbortController();
  for (const signal of INTERRUPTS) process.on(signal, () => abort.abort());
  process.on("disconnect", () => abort.abort());
  let status = 1;
  try {
    const outcome = await doJob(JOB.parse(JSON.parse(process.argv[2])), create, signs, abort.signal);
    status = outcome === "done" ? 0 : INTERRUPTED;
  } catch (error) {
    const { aborted, reason } = abort.signal;
    if (aborted && (error instanceof DeviceLostError || error === reason)) status = INTERRUPTED;
    else await tellParent({ failure: failureMessage(error) });
  }
  // Abandoned runs of an engine must not keep the process alive.
  endProcess(status);
}

async function doJob(
  job: WorkerJob,
  create: CreateRunnerFactory,
  signs: SignsOfLife | undefined,
  signal: AbortSignal,
): Promise<"done" | "aborted"> {
  const code = loadCode(job.code, job.load);
  const decoder = readDecoder(job.decoder, decoderFile);
  const say = (said: string) => void tellParent({ said: `worker ${job.worker}: ${said}` });
  const opened = openRun(job.folder, say, signs);
  const { file: run } = opened;
  if (codeHash(code.matrix, code) !== run.code.hash)
    throw new InputError("the code file was changed", { file: job.code });
  const own = decoderText(decoder);
  if (own !== run.decoder) {
    const message = `holds a run of the decoder ${run.decoder}, not ${own}: choose another --out`;
    throw new InputError(message, { file: job.folder });
  }
  const { codeword, channel, random: generator } = run;
  const factory = await create({ engine: job.engine, code, decoder, codeword, channel, generator, signal, say });
  try {
    const onUnderWay = (underWay: UnderWay) => void tellParent({ underWay });
    const { worker, card } = job;
    return await workOnRun(opened, factory, { decoder, worker, card, signs, signal, say, onUnderWay });
  } finally {
    await (signal.aborted ? abandoned(factory) : factory.close());
  }
}

/** One worker of a run. */
interface RunWork {
  /** The decoder that the worker has loaded. Its code equals the run's. */
  readonly decoder: DecoderSpec;
  readonly worker: string;
  /** The card of its engine, in words. */
  readonly card?: string;
  readonly signs?: SignsOfLife;
  readonly signal?: AbortSignal;
  /** Called when the worker waits until other workers end. */
  readonly say?: (text: string) => void;
  readonly onUnderWay?: (underWay: UnderWay) => void;
}

/** Works on a run as one of its workers, until the run is done or the signal aborts. @throws the errors of `work`. Finished work is kept. */
export async function workOnRun(run: Run, factory: RunnerFactory, options: RunWork): Promise<"done" | "aborted"> {
  const { decoder, worker, card, signs, signal, say, onUnderWay } = options;
  const { description } = factory;
  // Several cards have the same name.
  const engine = card === undefined ? description : { ...description, adapter: `${description.adapter}, ${card}` };
  const computes = { ...runIdentity(run.file), decoder: decoderText(decoder), semantics: SEMANTICS_VERSION };
  const shared = new RunWorker(run, { engine, worker, computes, signs });
  const onWait = (holders: readonly string[]) =>
    say?.(`waits for ${holders.length > 0 ? holders.join(" and ") : "other workers"}`);
  try {
    return await work({ shared, factory, signal, onWait, onUnderWay });
  } finally {
    shared.close();
  }
}

function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = error.name === "InputError" || error.name === "DeviceLostError";
  return expected ? error.message : (error.stack ?? error.message);
}

function tellParent(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}

/** A worker process's exit status or signal. */
export interface WorkerEnd {
  readonly worker: string;
  /** Exit status; null if a signal killed it. */
  readonly status: number | null;
  /** The signal that killed it, or its own message about its failure. */
  readonly reason?: string;
}

interface WorkerStart {
  readonly job: WorkerJob;
  /** The card of the worker; undefined if the job's engine already determines it. */
  readonly binding?: Binding;
}

/** Functions that are called with the messages of workers, and as each ends. */
interface WorkerListener {
  onSaid(text: string): void;
  onUnderWay(worker: string, underWay: UnderWay): void;
  onEnd(end: WorkerEnd): void;
}

/**
 * Runs worker processes on one run until all have ended.
 * @param signal ends them; their runs in flight are dropped.
 */
export async function runWorkers(
  entry: ProcessEntry,
  workers: readonly WorkerStart[],
  listener: WorkerListener,
  signal?: AbortSignal,
): Promise<WorkerEnd[]> {
  const processes = workers.map((worker) => start(entry, worker));
  const stop = () => {
    for (const child of processes) if (child.exitCode === null) child.kill("SIGTERM");
  };
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.all(
      processes.map(async (child, i) => {
        const end = await ended(child, workers[i].job.worker, listener);
        listener.onEnd(end);
        return end;
      }),
    );
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** As `fork` does, but perhaps below another command. */
function start(entry: ProcessEntry, { job, binding }: WorkerStart): ChildProcess {
  const { wrapper = [], variables = {} } = binding ?? {};
  const [command, ...args] = [...wrapper, process.execPath, ...childExecArgv(entry), entry.path, JSON.stringify(job)];
  return spawn(command, args, {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function ended(child: ChildProcess, worker: string, { onSaid, onUnderWay }: WorkerListener): Promise<WorkerEnd> {
  return new Promise((resolve) => {
    let message: string | undefined;
    child.on("message", (sent: WorkerMessage) => {
      if ("failure" in sent) message = sent.failure;
      else if ("said" in sent) onSaid(sent.said);
      else onUnderWay(worker, sent.underWay);
    });
    child.on("error", (error) => resolve({ worker, status: null, reason: error.message }));
    child.on("close", (status, signal) => resolve({ worker, status, reason: message ?? signal ?? undefined }));
  });
}
