import { InputError } from "../../../errors.ts";
import type { PreparedProgram, RunInputs, RunResult } from "../../engine.ts";
import { type CpuEngineOptions, cpuEngine } from "../engine.ts";
import type { PoolError, PoolMessage, PoolReply, PoolRequest } from "./pool.ts";

/**
 * The work of a pool's worker: a CPU engine that answers requests in the order in which they arrive.
 * @param post sends an answer to the pool. Buffers in `owned` have no other user, so they may be transferred instead of
 * copied. `verb` is of the request.
 * @param options of the engine.
 * @returns a function that handles a message of the pool; `inputs` reads a run's inputs when its turn comes, if they are not in the message.
 */
export function poolAnswers(
  post: (reply: PoolReply, owned: ArrayBuffer[], verb: PoolRequest["verb"]) => void,
  options?: CpuEngineOptions,
): (message: PoolMessage, inputs?: () => RunInputs) => void {
  const answer = answering(options);
  let last: Promise<void> = Promise.resolve();
  return ({ id, request }, inputs) => {
    last = last.then(async () => {
      try {
        const value = await answer(
          request.verb === "run" && inputs !== undefined ? { ...request, inputs: inputs() } : request,
        );
        post({ id, value }, request.verb === "run" ? buffersOf(value as RunResult) : [], request.verb);
      } catch (error) {
        post({ id, error: poolError(error) }, [], request.verb);
      }
    });
  };
}

/** A run's outputs are copies out of the program's memory. */
function buffersOf({ outputs }: RunResult): ArrayBuffer[] {
  return outputs.map(({ buffer }) => buffer as ArrayBuffer);
}

function answering(options?: CpuEngineOptions): (request: PoolRequest) => Promise<unknown> {
  const engine = cpuEngine(undefined, options);
  const programs = new Map<number, PreparedProgram>();
  return async (request) => {
    if (request.verb === "start") return undefined;
    if (request.verb === "prepare") {
      programs.set(request.program, await engine.prepare(request.definition, request.frames));
      return undefined;
    }
    const program = programs.get(request.program);
    if (program === undefined) throw new Error(`program ${request.program} is not prepared`);
    switch (request.verb) {
      case "write":
        return program.write(request.buffer, request.data);
      case "run":
        return program.run(request.parameters, request.outputs, request.inputs);
      case "dispatch":
        return program.runDispatch(request.dispatch, request.parameters, request.iteration);
      case "read":
        return program.read(request.buffer);
      case "profile":
        return program.profile(request.parameters);
      case "release":
        programs.delete(request.program);
    }
  };
}

function poolError(error: unknown): PoolError {
  return { message: error instanceof Error ? error.message : String(error), ofInput: error instanceof InputError };
}
