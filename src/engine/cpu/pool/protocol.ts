import type { BufferData, RunParameters } from "../../../gpu/kernel.ts";
import type { Dispatch, Program } from "../../../gpu/program.ts";
import type { CompiledShader } from "../../../wgsl-cpu/index.ts";
import type { Readback, RunInputs } from "../../engine.ts";

/** Requests that a pool sends to one of its workers. `program` numbers a prepared program. */
export type PoolRequest =
  /** A started worker answers this request at once. */
  | { readonly verb: "start" }
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
      readonly verb: "dispatch";
      readonly program: number;
      readonly dispatch: Dispatch;
      readonly parameters: RunParameters;
      readonly iteration: number;
    }
  | { readonly verb: "read"; readonly program: number; readonly buffer: string }
  | { readonly verb: "profile"; readonly program: number; readonly parameters: RunParameters }
  | { readonly verb: "release"; readonly program: number };

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
