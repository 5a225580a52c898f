import { type RunParameters, writeRun } from "../../gpu/kernel.ts";
import type { TimedDispatch } from "../../gpu/program.ts";

/** Bytes between copies of the uniform: WebGPU's alignment of dynamic offsets. */
export const UNIFORM_STRIDE = 256;
/** Bytes of `Run` in wgsl/common/run.wgsl. */
export const UNIFORM_BYTES = 48;

/**
 * The uniform `run` in all forms that a program's dispatches need: one for each iteration and each number of frames.
 */
export class RunUniforms {
  readonly #forms = new Map<string, { readonly at: number; readonly iteration: number; readonly frames?: number }>();

  /** @param repeats number of iterations. */
  constructor(dispatches: Iterable<TimedDispatch>, repeats: number) {
    const add = (iteration: number, frames?: number) => {
      const form = formOf(iteration, frames);
      if (!this.#forms.has(form)) this.#forms.set(form, { at: this.#forms.size, iteration, frames });
    };
    for (let iteration = 0; iteration <= repeats; iteration++) add(iteration);
    for (const { dispatch, iteration } of dispatches) add(iteration, dispatch.frames);
  }

  get bytes(): number {
    return this.#forms.size * UNIFORM_STRIDE;
  }

  /** Offset of a dispatch's uniform in bytes. @throws Error for an iteration that no dispatch of the program has. */
  offset({ dispatch, iteration }: TimedDispatch): number {
    const form = this.#forms.get(formOf(iteration, dispatch.frames));
    if (form === undefined)
      throw new Error(`${dispatch.kernel}: the program has no iteration ${iteration} with these frames`);
    return form.at * UNIFORM_STRIDE;
  }

  /** Writes all forms for a run. */
  words(parameters: RunParameters): Uint32Array {
    const words = new Uint32Array(this.bytes / 4);
    const floats = new Float32Array(words.buffer);
    let at = 0;
    for (const { iteration, frames = parameters.frames } of this.#forms.values()) {
      writeRun(words, floats, at, parameters, iteration, frames);
      at += UNIFORM_STRIDE / 4;
    }
    return words;
  }
}

function formOf(iteration: number, frames: number | undefined): string {
  return `${iteration} ${frames ?? "of the run"}`;
}
