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

const CLOSED = "the cpu engine is closed";

type RunRequest = Extract<PoolRequest, { readonly verb: "run" }>;

interface WaitingRun {
  request: RunRequest;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

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
  /** Runs that wait for a worker, in the order of their calls. */
  readonly #waiting: WaitingRun[] = [];
  #timer?: ReturnType<typeof setTimeout>;
  /** Programs to release whose runs wait. */
  readonly #forgotten = new Set<number>();

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
    // It is of later runs only.
    if (this.#isAwaited(program)) this.#hand({ atOnce: true });
    this.#requests.get(program)?.set(subject, request);
    await Promise.all(this.#workers.map((worker) => worker.ask(request)));
  }

  /** Releases a program, once its runs that wait have gone to a worker. */
  forget(program: number): void {
    if (this.#isAwaited(program)) {
      this.#forgotten.add(program);
      return;
    }
    this.#forgotten.delete(program);
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
  async run(request: RunRequest): Promise<unknown> {
    if (this.#closed) throw new DeviceLostError(CLOSED);
    this.#worthMore ??= performance.now() + 1000 * FIRST_PATIENCE;
    return new Promise((resolve, reject) => {
      const waiting: WaitingRun = { request, resolve, reject };
      this.#waiting.push(waiting);
      this.#hand();
      if (request.inputs === undefined || !this.#waiting.includes(waiting)) return;
      // The caller may write the next values in the place of these, which may be a part of a large array.
      const inputs = Object.entries(request.inputs).map(([buffer, data]) => [buffer, data.slice()]);
      waiting.request = { ...request, inputs: Object.fromEntries(inputs) };
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(new DeviceLostError(CLOSED));
    for (const worker of this.#workers) worker.close();
  }

  #isAwaited(program: number): boolean {
    return this.#waiting.some(({ request }) => request.program === program);
  }

  /** Hands the waiting runs to workers, in their order, as far as the pool does not wait for a busy one. @param atOnce it does not wait. */
  #hand({ atOnce = false } = {}): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const idlest = this.#workers.reduce((best, worker) => (worker.running < best.running ? worker : best));
      const isBusy = idlest.running > 0 && this.#workers.length < this.size;
      const patience = this.#worthMore! - performance.now();
      if (isBusy && !atOnce && patience > 0) {
        this.#timer = setTimeout(() => this.#hand(), patience);
        break;
      }
      const { request, resolve, reject } = this.#waiting.shift()!;
      this.#runOn(isBusy ? this.#startWorker() : idlest, request).then(resolve, reject);
    }
    for (const program of this.#forgotten) this.forget(program);
  }

  async #runOn(worker: PoolWorker, request: RunRequest): Promise<unknown> {
    try {
      return await worker.run(request);
    } finally {
      if (!this.#hasAnswer) this.#worthMore = performance.now() + 1000 * PATIENCE;
      this.#hasAnswer = true;
      this.#hand();
    }
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
