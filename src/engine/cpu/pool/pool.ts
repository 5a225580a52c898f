import { DeviceLostError } from "../../../errors.ts";
import type { BufferData, RunParameters } from "../../../gpu/kernel.ts";
import type { Dispatch } from "../../../gpu/program.ts";
import type { Engine, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../../engine.ts";
import { cpuEngine } from "../engine.ts";
import type { PoolRequest } from "./protocol.ts";
import { PoolWorker, type StartWorker } from "./worker.ts";

/**
 * The CPU engine over the workers of a pool: each run goes to the worker with the least work, so that a run in flight
 * for each worker keeps all of them busy. Results equal the results of `cpuEngine`.
 * @param adapter name of this processor in reports.
 */
export function pooledEngine(pool: WorkerPool, adapter: string): Engine {
  return {
    ...cpuEngine(adapter),
    runsInFlight: pool.size,
    async prepare(definition, frames) {
      const id = pool.newProgram();
      try {
        await pool.send(id, "definition", { verb: "prepare", program: id, definition, frames });
      } catch (error) {
        // A worker that starts later would fail with it too, and with it all runs of other programs.
        pool.forget(id);
        throw error;
      }
      return new PooledProgram(pool, id, frames);
    },
    async close() {
      pool.close();
    },
  };
}

/** Seconds after the first answer in which a run waits for a busy worker: about what another one takes to start. */
const PATIENCE = 0.25;
/** Seconds in which it waits for the first answer: the first run compiles the kernels, for which other workers would only wait. */
const FIRST_PATIENCE = 5;

/**
 * Starts workers, and sends each new worker the requests that it needs first. The pool begins with one worker, because
 * small work needs one; a run that finds all workers busy starts another, unless the pool's work has only begun.
 */
export class WorkerPool {
  /** Maximum number of workers. */
  readonly size: number;
  readonly #start: StartWorker;
  readonly #workers: PoolWorker[] = [];
  /** The last request of each subject, for every program that is not released. */
  readonly #requests = new Map<number, Map<string, PoolRequest>>();
  #programs = 0;
  #closed = false;
  /** When another worker is worth its start, in milliseconds; undefined before the first run. */
  #worthMore?: number;
  #hasAnswer = false;
  /** Runs that wait for a worker. */
  readonly #waiting = new Set<() => void>();

  constructor(size: number, start: StartWorker) {
    this.size = size;
    this.#start = start;
    this.#startWorker();
  }

  /** Waits until the first worker has started. @throws DeviceLostError if it ended instead. */
  async started(): Promise<void> {
    await this.askFirst({ verb: "start" });
  }

  newProgram(): number {
    const id = this.#programs++;
    this.#requests.set(id, new Map());
    return id;
  }

  /**
   * Sends a request to all workers, and to workers that start later. @param subject a later request with the same
   * subject replaces this one.
   */
  async send(program: number, subject: string, request: PoolRequest): Promise<void> {
    this.#requests.get(program)?.set(subject, request);
    await Promise.all(this.#workers.map((worker) => worker.ask(request)));
  }

  forget(program: number): void {
    this.#requests.delete(program);
    for (const worker of this.#workers) worker.ask({ verb: "release", program }).catch(() => {});
  }

  /** Asks the first worker, which answers all requests other than runs. */
  askFirst(request: PoolRequest): Promise<unknown> {
    return this.#workers[0].ask(request);
  }

  /**
   * Sends a run to the worker with the fewest runs. @throws DeviceLostError if the pool is closed or that worker has
   * ended.
   */
  async run(request: PoolRequest): Promise<unknown> {
    this.#worthMore ??= performance.now() + 1000 * FIRST_PATIENCE;
    for (;;) {
      if (this.#closed) throw new DeviceLostError("the cpu engine is closed");
      const idlest = this.#workers.reduce((best, worker) => (worker.running < best.running ? worker : best));
      if (idlest.running === 0 || this.#workers.length === this.size) return this.#runOn(idlest, request);
      const patience = this.#worthMore - performance.now();
      if (patience <= 0) return this.#runOn(this.#startWorker(), request);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => go(), patience);
        const go = () => {
          clearTimeout(timer);
          this.#waiting.delete(go);
          resolve();
        };
        this.#waiting.add(go);
      });
    }
  }

  async #runOn(worker: PoolWorker, request: PoolRequest): Promise<unknown> {
    try {
      return await worker.run(request);
    } finally {
      if (!this.#hasAnswer) this.#worthMore = performance.now() + 1000 * PATIENCE;
      this.#hasAnswer = true;
      this.#wake();
    }
  }

  close(): void {
    this.#closed = true;
    for (const worker of this.#workers) worker.close();
    this.#wake();
  }

  /** Lets the waiting runs look for a worker again, in their order. */
  #wake(): void {
    for (const go of [...this.#waiting]) go();
  }

  #startWorker(): PoolWorker {
    const known = [...this.#requests.values()].flatMap((requests) => [...requests.values()]);
    const worker = new PoolWorker(`worker ${this.#workers.length + 1}`, this.#start, known);
    this.#workers.push(worker);
    return worker;
  }
}

class PooledProgram implements PreparedProgram {
  readonly frames: number;
  readonly #pool: WorkerPool;
  readonly #id: number;

  constructor(pool: WorkerPool, id: number, frames: number) {
    this.#pool = pool;
    this.#id = id;
    this.frames = frames;
  }

  write(buffer: string, data: BufferData): void {
    // A worker that starts later gets the present data.
    const copy = data.slice();
    // The next run reports a worker that has ended.
    this.#pool
      .send(this.#id, `buffer ${buffer}`, { verb: "write", program: this.#id, buffer, data: copy })
      .catch(() => {});
  }

  run(parameters: RunParameters, outputs: readonly Readback[], inputs?: RunInputs): Promise<RunResult> {
    return this.#pool.run({ verb: "run", program: this.#id, parameters, outputs, inputs }) as Promise<RunResult>;
  }

  async runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    await this.#pool.askFirst({ verb: "dispatch", program: this.#id, dispatch, parameters, iteration });
  }

  read(buffer: string): Promise<BufferData> {
    return this.#pool.askFirst({ verb: "read", program: this.#id, buffer }) as Promise<BufferData>;
  }

  profile(parameters: RunParameters): Promise<Profile> {
    return this.#pool.askFirst({ verb: "profile", program: this.#id, parameters }) as Promise<Profile>;
  }

  release(): void {
    this.#pool.forget(this.#id);
  }
}
