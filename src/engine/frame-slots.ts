import { InputError } from "../errors.ts";
import type { RunParameters } from "../gpu/kernel.ts";
import type { Program } from "../gpu/program.ts";
import type { Engine } from "./engine.ts";

/** Most frames in flight where nobody says how many: more gain nothing but time between two looks at results. */
const FRAMES_BY_DEFAULT = 65_472;
/**
 * The same with rounds. A round takes as long however few frames wait (decision 0020), so where hardly one fails, a batch eight
 * times as large has an eighth of the rounds.
 */
const FRAMES_WITH_ROUNDS = 524_288;

/** Bytes of a program's buffers per frame slot. */
export function frameBytes(program: Program): number {
  return Object.values(program.buffers).reduce(
    (sum, { perFrame, length, interleave = 1 }) => sum + (perFrame ? (4 * length) / interleave : 0),
    0,
  );
}

/** Frames in flight where nobody says how many: what the engine holds, within reason. @throws InputError as `framesMaximum`. */
export function defaultFrames(engine: Engine, program: Program): number {
  const reasonable = program.rounds === undefined ? FRAMES_BY_DEFAULT : FRAMES_WITH_ROUNDS;
  return Math.min(engine.framesMaximum(program), reasonable);
}

/** @throws InputError if a run asks for more frames than there are slots. */
export function checkFrames(parameters: RunParameters, slots: number): void {
  if (!(parameters.frames >= 1 && parameters.frames <= slots)) {
    throw new InputError(`a run of ${parameters.frames} frames does not fit the ${slots} prepared slots`);
  }
}
