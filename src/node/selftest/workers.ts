import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { childExecArgv } from "../engine/child-arguments.ts";
import { entryBeside } from "../engine/entry.ts";
import type { WorkerJob, WorkerMessage } from "../run/worker-process.ts";

/** Worker processes of a self-test, which end in every way there is. */
export class SelftestWorkers {
  readonly #entry = entryBeside("selftest-worker", import.meta.url);
  readonly #job: Omit<WorkerJob, "worker">;
  readonly #running = new Set<ChildProcess>();
  #started = 0;
  /** The workers' messages about their failures. */
  readonly failures: string[] = [];

  constructor(job: Omit<WorkerJob, "worker">) {
    this.#job = job;
  }

  /** Starts workers until `count` run. */
  fill(count: number): void {
    while (this.#running.size < count) this.#start();
  }

  get running(): number {
    return this.#running.size;
  }

  /** Ends all workers at once. */
  kill(): void {
    for (const child of this.#running) child.kill("SIGKILL");
  }

  /**
   * Starts racers that wait for a folder's start, and returns the number of files that each was the first to create.
   */
  async race(folder: string, count: number, files: number, start: () => void): Promise<number[]> {
    const racers = Array.from({ length: count }, () =>
      fork(this.#entry.path, ["race", folder, String(files)], {
        execArgv: childExecArgv(this.#entry),
        stdio: ["ignore", "pipe", "inherit", "ipc"],
      }),
    );
    const wins = racers.map(
      (child) =>
        new Promise<number>((resolve) => {
          let said = "";
          child.stdout?.on("data", (data) => {
            said += data;
          });
          child.on("close", () => resolve(Number(said)));
        }),
    );
    await Promise.all(racers.map((child) => Promise.race([once(child, "message"), once(child, "close")])));
    start();
    return Promise.all(wins);
  }

  #start(): void {
    const job: WorkerJob = { ...this.#job, worker: String(++this.#started) };
    const child = fork(this.#entry.path, [JSON.stringify(job)], {
      execArgv: childExecArgv(this.#entry),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#running.add(child);
    child.on("message", (sent: WorkerMessage) => {
      if ("failure" in sent) this.failures.push(sent.failure);
    });
    child.on("close", () => this.#running.delete(child));
  }
}
