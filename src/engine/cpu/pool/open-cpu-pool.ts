import { InputError } from "../../../errors.ts";
import { requireOptions } from "../../../options.ts";
import type { Engine } from "../../engine.ts";
import {
  type PoolMessage,
  type PoolReply,
  pooledEngine,
  type ShaderMessage,
  type WorkerEvents,
  type WorkerHandle,
  WorkerPool,
} from "./pool.ts";
import { SharedShaders } from "./shared-shaders.ts";

/**
 * Options of a pool of Web Workers.
 * @example
 * const options: CpuPoolOptions = { workers: 4 };
 */
export interface CpuPoolOptions {
  /**
   * Maximum number of Web Workers; if left out, one for each of the processor's threads
   * (`navigator.hardwareConcurrency`).
   */
  readonly workers?: number;
}

/**
 * Opens the CPU engine over Web Workers, from a page or from a worker. The page stays free while the workers decode.
 * Each run goes to the worker with the least work, and a further worker starts when a run has waited for a busy one.
 * One of the workers compiles each shader for all.
 * Results equal the results of `cpuEngine`.
 * @param options the maximum number of workers.
 * @returns the engine, once the first worker has started.
 * @throws InputError for a number of workers that is not 1, 2, …; Error where there are no Web Workers, or none can start.
 * @example
 * const open = async () => (await openWebGpu()) ?? (await openCpuPool());
 */
export async function openCpuPool(options: CpuPoolOptions = {}): Promise<Engine> {
  requireOptions("openCpuPool", options, { workers: true });
  if (typeof Worker === "undefined") {
    throw new Error("there are no Web Workers here: in Node.js take cpuPool of gfq-ldpc/node, elsewhere cpuEngine");
  }
  const { workers = navigator.hardwareConcurrency } = options;
  if (!(Number.isInteger(workers) && workers >= 1)) {
    throw new InputError(`${workers} workers: give a whole number of at least 1`);
  }
  let pool: WorkerPool | undefined;
  try {
    const shaders = new SharedShaders();
    pool = new WorkerPool(workers, (events) => startWebWorker(events, shaders));
    await pool.askFirst({ verb: "start" });
  } catch (error) {
    pool?.close();
    throw new Error(`no Web Worker starts here: ${(error as Error).message}`, { cause: error });
  }
  return pooledEngine(pool, `CPU, ${workers} Web Worker${workers === 1 ? "" : "s"}`);
}

function startWebWorker({ reply, end }: WorkerEvents, shaders: SharedShaders): WorkerHandle {
  // The name of the compiled file, because a compiler does not rewrite addresses. Vite finds the source by this name
  // too.
  const worker = new Worker(new URL("./web-worker.js", import.meta.url), { type: "module", name: "gfq-ldpc cpu" });
  const sharing = { post: (message: ShaderMessage) => worker.postMessage(message) };
  const listening = new AbortController();
  const lose = (how: string) => {
    worker.terminate();
    listening.abort();
    shaders.leave(sharing);
    end(how);
  };
  const hear = ({ data }: MessageEvent<PoolReply | ShaderMessage>) => {
    if ("shader" in data) shaders.hear(sharing, data);
    else reply(data);
  };
  // Of an ended worker no late message counts, which would claim a shader.
  worker.addEventListener("message", hear, { signal: listening.signal });
  worker.addEventListener("error", (event) => {
    // The pool reports the error; the page must not report it a second time.
    event.preventDefault();
    lose(event.message || "its file did not load");
  });
  worker.addEventListener("messageerror", () => lose("an answer could not be read"));
  return { post: (message) => worker.postMessage(withoutRests(message)), close: () => worker.terminate() };
}

/** The message with inputs that are parts of larger arrays copied: a browser would copy the whole arrays. */
function withoutRests({ id, request }: PoolMessage): PoolMessage {
  if (request.verb !== "run" || request.inputs === undefined) return { id, request };
  const own = Object.entries(request.inputs).map(([buffer, data]) => [
    buffer,
    data.byteLength === data.buffer.byteLength ? data : data.slice(),
  ]);
  return { id, request: { ...request, inputs: Object.fromEntries(own) } };
}
