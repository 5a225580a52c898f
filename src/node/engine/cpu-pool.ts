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
 * flight as processes keep all of them busy. (Processes, not worker threads: these cannot load TypeScript under tsx.)
 */
export function cpuPool(processes: number): Engine {
  const model = cpus()[0]?.model.trim() ?? "CPU";
  const single = cpuEngine(`${model}, ${processes} process${processes === 1 ? "" : "es"}`);
  const workers = Array.from({ length: processes }, () => new PoolWorker());
  let programs = 0;
  return {
    ...single,
    runsInFlight: processes,
    async prepare(definition, frames) {
      const program = programs++;
      await Promise.all(workers.map((worker) => worker.ask({ verb: "prepare", program, definition, frames })));
      return new PooledProgram(workers, program, frames);
    },
    async close() {
      for (const worker of workers) worker.close();
    },
  };
}

/** One process and the questions it has not answered yet. */
class PoolWorker {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #asked = 0;
  #gone?: DeviceLostError;

  constructor() {
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
  }

  /** Requests not answered yet. */
  get pending(): number {
    return this.#pending.size;
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
  readonly #workers: readonly PoolWorker[];
  readonly #id: number;

  constructor(workers: readonly PoolWorker[], id: number, frames: number) {
    this.#workers = workers;
    this.#id = id;
    this.frames = frames;
  }

  write(buffer: string, data: BufferData): void {
    // A process that is gone says so at the next run.
    for (const worker of this.#workers) {
      worker.ask({ verb: "write", program: this.#id, buffer, data }).catch(() => {});
    }
  }

  run(parameters: RunParameters, outputs: readonly Readback[], inputs?: RunInputs): Promise<RunResult> {
    const idlest = this.#workers.reduce((best, worker) => (worker.pending < best.pending ? worker : best));
    return idlest.ask({ verb: "run", program: this.#id, parameters, outputs, inputs }) as Promise<RunResult>;
  }

  async runDispatch(stage: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    await this.#workers[0].ask({ verb: "stage", program: this.#id, stage, parameters, iteration });
  }

  read(buffer: string): Promise<BufferData> {
    return this.#workers[0].ask({ verb: "read", program: this.#id, buffer }) as Promise<BufferData>;
  }

  profile(parameters: RunParameters): Promise<Profile> {
    return this.#workers[0].ask({ verb: "profile", program: this.#id, parameters }) as Promise<Profile>;
  }

  release(): void {
    for (const worker of this.#workers) worker.ask({ verb: "release", program: this.#id }).catch(() => {});
  }
}
