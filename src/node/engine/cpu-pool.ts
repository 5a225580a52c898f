import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism, cpus } from "node:os";
import { cpuEngine } from "../../engine/cpu/engine.ts";
import type { Engine, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../../engine/engine.ts";
import { DeviceLostError } from "../../errors.ts";
import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import type { Dispatch } from "../../gpu/program.ts";
import type { PoolReply, PoolRequest } from "./cpu-pool-worker.ts";
import { entryBeside } from "./entry.ts";

/** Cores that one of `jobs` workers on this machine may use. */
export function coresPerJob(jobs: number): number {
  return Math.max(1, Math.floor(availableParallelism() / jobs));
}

/**
 * The CPU engine over several processes: each run goes to the process with the least to do, so that as many runs in
 * flight as processes keep all of them busy. A process is started when a run finds the others busy: what is small needs one.
 * (Processes, not worker threads: these cannot load TypeScript under tsx.)
 */
export function cpuPool(processes: number): Engine {
  const model = cpus()[0]?.model.trim() ?? "CPU";
  const single = cpuEngine(`${model}, ${processes} process${processes === 1 ? "" : "es"}`);
  const pool = new Pool(processes);
  return {
    ...single,
    runsInFlight: processes,
    async prepare(definition, frames) {
      const id = pool.newProgram();
      await pool.tell(id, "definition", { verb: "prepare", program: id, definition, frames });
      return new PooledProgram(pool, id, frames);
    },
    async close() {
      pool.close();
    },
  };
}

/** The processes that are started, and what a further one must be told first. */
class Pool {
  readonly #processes: number;
  readonly #workers: PoolWorker[] = [];
  /** Of each program that is not released, the last request of each subject. */
  readonly #told = new Map<number, Map<string, PoolRequest>>();
  #programs = 0;

  constructor(processes: number) {
    this.#processes = processes;
    this.#start();
  }

  newProgram(): number {
    const id = this.#programs++;
    this.#told.set(id, new Map());
    return id;
  }

  /** Tells all processes, those too that are not started yet. @param subject of which a later request replaces this one. */
  async tell(program: number, subject: string, request: PoolRequest): Promise<void> {
    this.#told.get(program)?.set(subject, request);
    await Promise.all(this.#workers.map((worker) => worker.ask(request)));
  }

  forget(program: number): void {
    this.#told.delete(program);
    for (const worker of this.#workers) worker.ask({ verb: "release", program }).catch(() => {});
  }

  /** Asks the process that others than runs are asked of. */
  askFirst(request: PoolRequest): Promise<unknown> {
    return this.#workers[0].ask(request);
  }

  /** Asks the process that has the least to do. */
  run(request: PoolRequest): Promise<unknown> {
    const idlest = this.#workers.reduce((best, worker) => (worker.running < best.running ? worker : best));
    if (idlest.running === 0 || this.#workers.length === this.#processes) return idlest.run(request);
    return this.#start().run(request);
  }

  close(): void {
    for (const worker of this.#workers) worker.close();
  }

  #start(): PoolWorker {
    const known = [...this.#told.values()].flatMap((requests) => [...requests.values()]);
    const worker = new PoolWorker(known);
    this.#workers.push(worker);
    return worker;
  }
}

/** One process and the questions it has not answered yet. */
class PoolWorker {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #informed: Promise<unknown>;
  #asked = 0;
  #running = 0;
  #gone?: DeviceLostError;

  /** @param requests what the others were told before. */
  constructor(requests: readonly PoolRequest[]) {
    const { path, execArgv } = entryBeside("cpu-pool-worker", import.meta.url);
    this.#child = fork(path, { execArgv: [...execArgv], serialization: "advanced" });
    this.#child.on("message", ({ id, value, error }: PoolReply) => {
      const asked = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) asked?.resolve(value);
      else asked?.reject(new Error(error));
    });
    this.#child.on("exit", (status, signal) => {
      this.#gone = new DeviceLostError(`a process of the cpu engine ended (${signal ?? `status ${status}`})`);
      for (const { reject } of this.#pending.values()) reject(this.#gone);
      this.#pending.clear();
    });
    this.#informed = Promise.all(requests.map((request) => this.ask(request)));
    // Its first run tells.
    this.#informed.catch(() => {});
  }

  /** Runs not answered yet. */
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

  ask(request: PoolRequest): Promise<unknown> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    return new Promise((resolve, reject) => {
      const id = this.#asked++;
      this.#pending.set(id, { resolve, reject });
      this.#child.send({ id, request }, (error) => error && this.#child.kill());
    });
  }

  close(): void {
    this.#child.kill();
  }
}

class PooledProgram implements PreparedProgram {
  readonly frames: number;
  readonly #pool: Pool;
  readonly #id: number;

  constructor(pool: Pool, id: number, frames: number) {
    this.#pool = pool;
    this.#id = id;
    this.frames = frames;
  }

  write(buffer: string, data: BufferData): void {
    // A process that starts later is told what the caller has now.
    const copy = data.slice();
    // A process that is gone says so at the next run.
    this.#pool
      .tell(this.#id, `buffer ${buffer}`, { verb: "write", program: this.#id, buffer, data: copy })
      .catch(() => {});
  }

  run(parameters: RunParameters, outputs: readonly Readback[], inputs?: RunInputs): Promise<RunResult> {
    return this.#pool.run({ verb: "run", program: this.#id, parameters, outputs, inputs }) as Promise<RunResult>;
  }

  async runDispatch(stage: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    await this.#pool.askFirst({ verb: "stage", program: this.#id, stage, parameters, iteration });
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
