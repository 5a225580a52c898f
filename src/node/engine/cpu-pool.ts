import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { availableParallelism, cpus } from "node:os";
import { emitWarning } from "node:process";
import { framesInCache } from "../../engine/cpu/engine.ts";
import {
  type PoolMessage,
  type PoolReply,
  pooledEngine,
  type WorkerEvents,
  type WorkerHandle,
  WorkerPool,
} from "../../engine/cpu/pool/pool.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import type { BufferData } from "../../gpu/kernel.ts";
import { childExecArgv } from "./child-arguments.ts";
import { entryBeside } from "./entry.ts";
import { nativeTarget } from "./native-shaders.ts";

/** A worker's message that answers no request. */
export interface PoolWarning {
  readonly warning: string;
}

/** An array of a run's inputs. */
export interface PipedInput {
  readonly name: string;
  /** Name of the array's constructor. */
  readonly type: string;
  readonly length: number;
}

/**
 * A message without the inputs of its run. They come through a pipe of their own, one behind the other: the channel of messages copies them
 * several times more, and takes five times the processor time.
 */
export interface PipedMessage extends PoolMessage {
  readonly piped?: readonly PipedInput[];
}

/** File descriptor of the inputs' pipe in a process of the pool. */
export const INPUTS_PIPE = 4;

/** Cores that one of `jobs` workers on this machine may use. */
export function coresPerJob(jobs: number): number {
  return Math.max(1, Math.floor(availableParallelism() / jobs));
}

/**
 * The CPU engine over several processes: each run goes to the process with the least work, so that a run in flight for
 * each process keeps all of them busy. A process is started when a run has waited for a busy one (`WorkerPool`), so small work needs one
 * process. (They are processes, not worker threads, because worker threads cannot load TypeScript under tsx.)
 * @param warn called at most once, for a cache of compiled kernels that is damaged or cannot be written.
 */
export function cpuPool(processes: number, warn: (text: string) => void = emitWarning): Engine {
  const model = cpus()[0]?.model.trim() ?? "CPU";
  let isWarned = false;
  const warnOnce = (text: string) => {
    if (!isWarned) warn(text);
    isWarned = true;
  };
  const pool = new WorkerPool(processes, (events) => startProcess(events, warnOnce));
  const engine = pooledEngine(pool, `${model}, ${processes} process${processes === 1 ? "" : "es"}`);
  return {
    ...engine,
    limits: {
      ...engine.limits,
      // Asked when a program needs it, because the compiler answers in tens of milliseconds.
      get vectorWords() {
        return nativeTarget()?.lanes;
      },
    },
    framesInCache: (program) => framesInCache(program, nativeTarget()?.lanes ?? 4),
  };
}

function startProcess({ reply, end, refuse }: WorkerEvents, warn: (text: string) => void): WorkerHandle {
  const entry = entryBeside("cpu-pool-worker", import.meta.url);
  let child: ChildProcess;
  try {
    child = fork(entry.path, {
      execArgv: childExecArgv(entry),
      serialization: "advanced",
      stdio: ["inherit", "inherit", "inherit", "ipc", "pipe"],
    });
  } catch (error) {
    refuse(unstarted(error as Error));
    return { post: () => {}, close: () => {} };
  }
  const hold = holder(child);
  const copy = inputsCopier(child);
  child.on("message", (message: PoolReply | PoolWarning) => {
    if ("warning" in message) return warn(message.warning);
    hold(-1);
    reply(message);
  });
  child.on("exit", (status, signal) => end(`process ${child.pid}, ${signal ?? `status ${status}`}`));
  child.on("error", (error) =>
    child.pid === undefined ? refuse(unstarted(error)) : end(`process ${child.pid}, ${error.message}`),
  );
  return {
    post(message) {
      // A process that could not be started has no channel for lack of files.
      if (child.pid === undefined) return;
      const { id, request } = message;
      const inputs = request.verb === "run" ? Object.entries(request.inputs ?? {}) : [];
      const piped = inputs.map(([name, data]) => ({ name, type: data.constructor.name, length: data.length }));
      const sent = piped.length === 0 ? message : { id, request: { ...request, inputs: undefined }, piped };
      // Without memory for the copies nothing is sent: the process would wait for inputs that never come.
      const write = piped.length === 0 ? undefined : copy(inputs.map(([, data]) => data));
      child.send(sent, (error) => error && child.kill());
      hold(1);
      write?.();
    },
    close: () => void child.kill(),
  };
}

/**
 * @returns copies a run's inputs, because the caller may change the values while the process is busy. The function that it returns writes the
 * copies to their pipe.
 */
function inputsCopier({ stdio }: ChildProcess): (inputs: readonly BufferData[]) => () => void {
  const pipe = stdio?.[INPUTS_PIPE] as Socket | undefined;
  // A process that has ended is reported by its exit.
  pipe?.on("error", () => {}).unref();
  const none = new Uint8Array();
  let spare = none;
  return (inputs) => {
    const length = inputs.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const room = spare.length >= length ? spare : new Uint8Array(length);
    let at = 0;
    for (const { buffer, byteOffset, byteLength } of inputs) {
      room.set(new Uint8Array(buffer, byteOffset, byteLength), at);
      at += byteLength;
    }
    spare = none;
    return () => {
      pipe?.write(room.subarray(0, length), () => {
        spare = room;
      });
    };
  };
}

/** The error of a process that the system refused. */
function unstarted(error: Error): InputError {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const remedy = ["ENOENT", "EACCES"].includes(code)
    ? `node must be at ${process.execPath} while it runs`
    : "end other programs, or raise the limits of processes, open files and memory (ulimit -u, -n, -v)";
  return new InputError(`no process for the cpu engine (${error.message}): ${remedy}`);
}

/**
 * Lets this process end while a child owes no answer: a program that forgets `close` ends all the same, and its children with it.
 * @returns adds to the number of answers that the child owes.
 */
function holder(child: ChildProcess): (change: 1 | -1) => void {
  let owed = 0;
  const hold = (change: 1 | -1 | 0) => {
    owed += change;
    const verb = owed > 0 ? "ref" : "unref";
    child[verb]();
    child.channel?.[verb]();
  };
  hold(0);
  return hold;
}
