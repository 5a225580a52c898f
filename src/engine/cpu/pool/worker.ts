import { DeviceLostError, InputError } from "../../../errors.ts";
import type { PoolMessage, PoolReply, PoolRequest } from "./protocol.ts";

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

export type StartWorker = (events: WorkerEvents) => WorkerHandle;

export class PoolWorker {
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
