import { type ChildProcess, spawn } from "node:child_process";
import type { UnderWay } from "../../simulation/under-way.ts";
import type { Binding } from "../cards/binding.ts";
import { childExecArgv } from "../engine/child-arguments.ts";
import type { ProcessEntry } from "../engine/entry.ts";
import type { WorkerJob, WorkerMessage } from "./worker-process.ts";

/** A worker process's exit status or signal. */
export interface WorkerEnd {
  readonly worker: string;
  /** Exit status; null if a signal killed it. */
  readonly status: number | null;
  /** The signal that killed it, or its own message about its failure. */
  readonly reason?: string;
}

/** A worker to be started. */
export interface WorkerStart {
  readonly job: WorkerJob;
  /** The card of the worker; undefined if the job's engine already determines it. */
  readonly binding?: Binding;
}

/** Functions that are called with the messages of workers. */
export interface WorkerListener {
  onSaid(text: string): void;
  onUnderWay(worker: string, underWay: UnderWay): void;
}

/** Worker processes on one ledger. */
export class WorkerPool {
  readonly #processes: ChildProcess[];
  readonly #ends: Promise<WorkerEnd>[];

  /** Starts a process for each worker. */
  constructor(entry: ProcessEntry, workers: readonly WorkerStart[], listener: WorkerListener) {
    this.#processes = workers.map((worker) => start(entry, worker));
    this.#ends = this.#processes.map((child, i) => end(child, workers[i].job.worker, listener));
  }

  /** Ends all workers. Their runs in flight are dropped. */
  stop(): void {
    for (const child of this.#processes) if (child.exitCode === null) child.kill("SIGTERM");
  }

  /** Resolves when all have ended. @param onEnd called for each as it ends. */
  async ended(onEnd: (end: WorkerEnd) => void): Promise<WorkerEnd[]> {
    const ended = this.#ends.map(async (promise) => {
      const result = await promise;
      onEnd(result);
      return result;
    });
    return Promise.all(ended);
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

function end(child: ChildProcess, worker: string, { onSaid, onUnderWay }: WorkerListener): Promise<WorkerEnd> {
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
