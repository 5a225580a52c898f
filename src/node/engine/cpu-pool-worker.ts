import { cpuEngine } from "../../engine/cpu/engine.ts";
import type { PreparedProgram, Readback, RunInputs } from "../../engine/engine.ts";
import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import type { Dispatch, Program } from "../../gpu/program.ts";

/** What the pool asks of one of its processes. `program` numbers a prepared program. */
export type PoolRequest =
  | { readonly verb: "prepare"; readonly program: number; readonly definition: Program; readonly frames: number }
  | { readonly verb: "write"; readonly program: number; readonly buffer: string; readonly data: BufferData }
  | {
      readonly verb: "run";
      readonly program: number;
      readonly parameters: RunParameters;
      readonly outputs: readonly Readback[];
      readonly inputs?: RunInputs;
    }
  | {
      readonly verb: "stage";
      readonly program: number;
      readonly stage: Dispatch;
      readonly parameters: RunParameters;
      readonly iteration: number;
    }
  | { readonly verb: "read"; readonly program: number; readonly buffer: string }
  | { readonly verb: "profile"; readonly program: number; readonly parameters: RunParameters }
  | { readonly verb: "release"; readonly program: number };

/** Its answer to request `id`. */
export type PoolReply = { readonly id: number; readonly value?: unknown; readonly error?: string };

const engine = cpuEngine();
const programs = new Map<number, PreparedProgram>();

async function answer(request: PoolRequest): Promise<unknown> {
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
    case "stage":
      return program.runDispatch(request.stage, request.parameters, request.iteration);
    case "read":
      return program.read(request.buffer);
    case "profile":
      return program.profile(request.parameters);
    case "release":
      programs.delete(request.program);
  }
}

// Requests are answered one after the other, in order.
let last: Promise<void> = Promise.resolve();
process.on("message", ({ id, request }: { id: number; request: PoolRequest }) => {
  last = last.then(async () => {
    const reply: PoolReply = await answer(request).then(
      (value) => ({ id, value }),
      (error: Error) => ({ id, error: error.message }),
    );
    // A parent that was killed hears nothing any more.
    process.send?.(reply, undefined, undefined, (error) => error && process.exit());
  });
});
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole process group; the parent decides what it means.
process.on("SIGINT", () => {});
