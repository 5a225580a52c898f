import type { BufferData, RunParameters } from "../gpu/kernel.ts";
import type { Dispatch } from "../gpu/program.ts";
import type { PreparedProgram, Profile, Readback, RunInputs, RunResult } from "./engine.ts";

/**
 * A program prepared several times, which distributes runs over its copies in turn. The device works on one copy while
 * a run on another waits for a count.
 */
export class AlternatingProgram implements PreparedProgram {
  readonly #copies: readonly PreparedProgram[];
  /** The copy of the last run. */
  #last = 0;

  constructor(copies: readonly PreparedProgram[]) {
    this.#copies = copies;
  }

  get frames(): number {
    return this.#copies[0].frames;
  }

  write(buffer: string, data: BufferData): void {
    for (const copy of this.#copies) copy.write(buffer, data);
  }

  run(parameters: RunParameters, outputs: readonly Readback[], inputs?: RunInputs): Promise<RunResult> {
    this.#last = (this.#last + 1) % this.#copies.length;
    return this.#copies[this.#last].run(parameters, outputs, inputs);
  }

  runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    return this.#copies[this.#last].runDispatch(dispatch, parameters, iteration);
  }

  read(buffer: string): Promise<BufferData> {
    return this.#copies[this.#last].read(buffer);
  }

  profile(parameters: RunParameters): Promise<Profile> {
    return this.#copies[this.#last].profile(parameters);
  }

  release(): void {
    for (const copy of this.#copies) copy.release();
  }
}
