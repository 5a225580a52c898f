import { DeviceLostError, InputError } from "../../../errors.ts";
import type { BufferData, RunParameters } from "../../../gpu/kernel.ts";
import type { Dispatch, Program } from "../../../gpu/program.ts";
import type { CompiledShader } from "../../../wgsl-cpu/index.ts";
import type { Engine, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../../engine.ts";
import { cpuEngine } from "../engine.ts";

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
      return pooledProgram(pool, id, frames);
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

  /** Asks the first worker, which answers all requests other than runs. @throws DeviceLostError if it has ended. */
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

/** A prepared program of a pool. Its first worker answers what is no run. */
function pooledProgram(pool: WorkerPool, program: number, frames: number): PreparedProgram {
  return {
    frames,
    write(buffer, data) {
      // A worker that starts later gets the present data, and the next run reports a worker that has ended.
      const request = { verb: "write", program, buffer, data: data.slice() } as const;
      pool.send(program, `buffer ${buffer}`, request).catch(() => {});
    },
    run: (parameters, outputs, inputs) =>
      pool.run({ verb: "run", program, parameters, outputs, inputs }) as Promise<RunResult>,
    async runDispatch(dispatch, parameters, iteration) {
      await pool.askFirst({ verb: "dispatch", program, dispatch, parameters, iteration });
    },
    read: (buffer) => pool.askFirst({ verb: "read", program, buffer }) as Promise<BufferData>,
    profile: (parameters) => pool.askFirst({ verb: "profile", program, parameters }) as Promise<Profile>,
    release: () => pool.forget(program),
  };
}

/** A process or thread that answers as `poolAnswers` does. */
export interface WorkerHandle {
  /** Sends a message to the worker. @throws Error if the message cannot be copied. */
  post(message: PoolMessage): void;
  /** Ends the worker at once. */
  close(): void;
}

/** Callbacks for a worker's starter. */
export interface WorkerEvents {
  reply(reply: PoolReply): void;
  /** Reports that the worker has ended or cannot answer any more. @param how in words: "process 4711, SIGKILL". */
  end(how: string): void;
  /** Reports that the worker could not be started, with the remedy. */
  refuse(error: InputError): void;
}

type StartWorker = (events: WorkerEvents) => WorkerHandle;

class PoolWorker {
  readonly #handle: WorkerHandle;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #informed: Promise<unknown>;
  #asked = 0;
  #running = 0;
  #gone?: DeviceLostError | InputError;

  /**
   * @param name the worker's name in errors: "worker 2".
   * @param requests requests that the other workers have received, to be repeated for this one.
   */
  constructor(name: string, start: StartWorker, requests: readonly PoolRequest[]) {
    this.#handle = start({
      reply: (reply) => this.#hear(reply),
      end: (how) => this.#lose(new DeviceLostError(`${name} of the cpu engine ended (${how})`)),
      refuse: (error) => this.#lose(error),
    });
    this.#informed = Promise.all(requests.map((request) => this.ask(request)));
    // A failed request is reported by the worker's first run.
    this.#informed.catch(() => {});
  }

  /** Number of runs without an answer. */
  get running(): number {
    return this.#running;
  }

  async run(request: PoolRequest): Promise<unknown> {
    this.#running++;
    try {
      const [result] = await Promise.all([this.ask(request), this.#informed]);
      return result;
    } finally {
      this.#running--;
    }
  }

  /**
   * @throws DeviceLostError if the worker has ended, InputError if it could not be started, or the error that the worker reports.
   */
  async ask(request: PoolRequest): Promise<unknown> {
    if (this.#gone !== undefined) throw this.#gone;
    const id = this.#asked++;
    this.#handle.post({ id, request });
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  close(): void {
    this.#lose(new DeviceLostError("the cpu engine is closed"));
    this.#handle.close();
  }

  #hear({ id, value, error }: PoolReply): void {
    const asked = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(error.ofInput ? new InputError(error.message) : new Error(error.message));
  }

  #lose(error: DeviceLostError | InputError): void {
    this.#gone ??= error;
    for (const { reject } of this.#pending.values()) reject(this.#gone);
    this.#pending.clear();
  }
}

type Request<Verb, Given = unknown> = { readonly verb: Verb; readonly program: number } & Readonly<Given>;

/** Requests that a pool sends to one of its workers. `program` numbers a prepared program. */
export type PoolRequest =
  /** A started worker answers this request at once. */
  | { readonly verb: "start" }
  | Request<"prepare", { definition: Program; frames: number }>
  | Request<"write", { buffer: string; data: BufferData }>
  | Request<"run", { parameters: RunParameters; outputs: readonly Readback[]; inputs?: RunInputs }>
  | Request<"dispatch", { dispatch: Dispatch; parameters: RunParameters; iteration: number }>
  | Request<"read", { buffer: string }>
  | Request<"profile", { parameters: RunParameters }>
  | Request<"release">;

/** A request in the form sent to a worker. */
export interface PoolMessage {
  readonly id: number;
  readonly request: PoolRequest;
}

/** A worker's answer to request `id`: a value, or an error. */
export type PoolReply = { readonly id: number; readonly value?: unknown; readonly error?: PoolError };

/** An error in the form in which a worker sends it to the pool. */
export interface PoolError {
  readonly message: string;
  /** Whether it is an `InputError`, which the user can correct. */
  readonly ofInput: boolean;
}

/**
 * A message about a shader, between a pool of Web Workers and one of them. A worker asks for a shader by its key alone. The same message in
 * answer lets this worker compile it. The worker sends the result to the pool, and the pool to the workers that wait for it.
 */
export interface ShaderMessage {
  /** The shader's key in a `ShaderStore`. */
  readonly shader: string;
  readonly compiled?: CompiledShader;
  /** The message of the compiler's error. */
  readonly error?: string;
}
