import type { Program } from "../decoder/program.ts";
import { InputError } from "../errors.ts";
import type { RunParameters } from "../kernel/kernel.ts";

/** Bytes of a program's buffers per frame slot. */
export function frameBytes(program: Program): number {
  return Object.values(program.buffers).reduce(
    (sum, { perFrame, length, framesPerWord = 1 }) => sum + (perFrame ? (4 * length) / framesPerWord : 0),
    0,
  );
}

/** @throws InputError if a run asks for more frames than there are slots. */
export function checkFrames(parameters: RunParameters, slots: number): void {
  if (!(parameters.frames >= 1 && parameters.frames <= slots)) {
    throw new InputError(`a run of ${parameters.frames} frames does not fit the ${slots} prepared slots`);
  }
}
