import { type ChildProcess, fork } from "node:child_process";
import type { ProcessEntry } from "../engine/entry.ts";
import type { WorkerJob, WorkerMessage } from "./worker-process.ts";

/** How a worker process ended. */
export interface WorkerEnd {
  readonly worker: string;
  /** Exit status; null if a signal killed it. */
  readonly status: number | null;
  /** The signal that killed it, or what it said of its failure. */
  readonly reason?: string;
}

/** Worker processes on one ledger. */
export class WorkerPool {
  readonly #processes: ChildProcess[];
  readonly #ends: Promise<WorkerEnd>[];

  /** Starts one process per job. @param onSaid told what a worker has to say. */
  constructor(entry: ProcessEntry, jobs: readonly WorkerJob[], onSaid: (text: string) => void) {
    this.#processes = jobs.map((job) => start(entry, job));
    this.#ends = this.#processes.map((child, i) => end(child, jobs[i].worker, onSaid));
  }

  /** Asks all workers to end; what they have in flight is dropped. */
  stop(): void {
    for (const child of this.#processes) if (child.exitCode === null) child.kill("SIGTERM");
  }

  /** Resolves when all have ended. @param onEnd called for each as it ends. */
  async ended(onEnd: (end: WorkerEnd) => void): Promise<WorkerEnd[]> {
    const told = this.#ends.map(async (promise) => {
      const result = await promise;
      onEnd(result);
      return result;
    });
    return Promise.all(told);
  }
}

function start({ path, execArgv }: ProcessEntry, job: WorkerJob): ChildProcess {
  return fork(path, [JSON.stringify(job)], {
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

function end(child: ChildProcess, worker: string, onSaid: (text: string) => void): Promise<WorkerEnd> {
  return new Promise((resolve) => {
    let message: string | undefined;
    child.on("message", (told: WorkerMessage) => {
      if ("failure" in told) message = told.failure;
      else onSaid(told.said);
    });
    child.on("error", (error) => resolve({ worker, status: null, reason: error.message }));
    child.on("close", (status, signal) => resolve({ worker, status, reason: message ?? signal ?? undefined }));
  });
}
