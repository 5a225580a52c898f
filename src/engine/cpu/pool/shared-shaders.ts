import { Recent } from "../../../recent.ts";
import type { CompiledShader } from "../../../wgsl-cpu/index.ts";
import type { ShaderStore } from "../compiled.ts";
import type { ShaderMessage } from "./pool.ts";

export interface SharingWorker {
  post(message: ShaderMessage): void;
}

/**
 * The compiled shaders of a pool's workers. Of the workers that want a shader, the first compiles it, and the others wait. (On two cores the
 * first results come no sooner if each worker compiles some, because a thread's compiler is slow until V8 has optimized it.)
 */
export class SharedShaders {
  readonly #compiled = new Recent<string, CompiledShader>(1024);
  /** The workers that want a shader, by its key. The first of them compiles it. */
  readonly #wanting = new Map<string, readonly SharingWorker[]>();

  hear(worker: SharingWorker, message: ShaderMessage): void {
    const { shader, compiled, error } = message;
    if (compiled !== undefined) this.#compiled.get(shader, () => compiled);
    if (compiled === undefined && error === undefined) this.#want(worker, shader);
    else {
      const [, ...waiting] = this.#wanting.get(shader) ?? [];
      this.#wanting.delete(shader);
      for (const other of waiting) other.post(message);
    }
  }

  /** Lets other workers compile the shaders of a worker that has ended. */
  leave(worker: SharingWorker): void {
    for (const [shader, wanting] of this.#wanting) {
      const others = wanting.filter((other) => other !== worker);
      if (others.length === 0) this.#wanting.delete(shader);
      else {
        this.#wanting.set(shader, others);
        if (wanting[0] === worker) others[0].post({ shader });
      }
    }
  }

  #want(worker: SharingWorker, shader: string): void {
    const compiled = this.#compiled.kept(shader);
    if (compiled !== undefined) worker.post({ shader, compiled });
    else {
      const before = this.#wanting.get(shader) ?? [];
      this.#wanting.set(shader, [...before, worker]);
      if (before.length === 0) worker.post({ shader });
    }
  }
}

/** A worker's side of `SharedShaders`: a store that asks the pool for each shader. */
export class WorkerShaders implements ShaderStore {
  readonly #pool: SharingWorker;
  /** The shaders that the worker waits for, by their keys: each takes the pool's answer. */
  readonly #wanted = new Map<string, (answer: ShaderMessage) => void>();

  /** @param pool takes messages to the pool. */
  constructor(pool: SharingWorker) {
    this.#pool = pool;
  }

  async compiled(shader: string, compile: () => CompiledShader): Promise<CompiledShader> {
    const answered = new Promise<ShaderMessage>((resolve) => this.#wanted.set(shader, resolve));
    this.#pool.post({ shader });
    const { compiled, error } = await answered;
    if (compiled !== undefined) return compiled;
    if (error !== undefined) throw new Error(error);
    try {
      const made = compile();
      this.#pool.post({ shader, compiled: made });
      return made;
    } catch (error) {
      this.#pool.post({ shader, error: (error as Error).message });
      throw error;
    }
  }

  /** Handles a message of the pool. */
  hear(answer: ShaderMessage): void {
    this.#wanted.get(answer.shader)?.(answer);
    this.#wanted.delete(answer.shader);
  }
}
