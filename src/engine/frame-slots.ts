import { InputError } from "../errors.ts";
import type { RunParameters } from "../gpu/kernel.ts";
import type { Program } from "../gpu/program.ts";
import type { Engine, PreparedProgram } from "./engine.ts";

/** Default maximum of frames in flight: more frames only lengthen the time between two readings of results. */
const FRAMES_BY_DEFAULT = 65_472;
/**
 * Default maximum of frames in flight for programs with rounds. A round takes the same time for any number of waiting
 * frames. If few frames fail, a batch that is eight times as large therefore has an eighth of the rounds.
 */
const FRAMES_WITH_ROUNDS = 524_288;

/** Maximum of frames in flight if runs are short, since the device idles between two runs. */
const FRAMES_OF_SHORT_RUNS = 262_144;

/** Maximum of frames of a run for programs whose frames take turns on slots of their own: only counters grow with the frames. */
const FRAMES_SHARING_SLOTS = 2 ** 22;

/** Bytes of a program's buffers per frame slot. */
export function frameBytes(program: Program): number {
  return Object.values(program.buffers).reduce(
    (sum, { perFrame, length, interleave = 1 }) => sum + (perFrame ? (4 * length) / interleave : 0),
    0,
  );
}

/** Default number of frames in flight: the engine's maximum, up to a limit. @throws InputError as `framesMaximum`. */
export function defaultFrames(engine: Engine, program: Program): number {
  const { rounds, sharesSlots } = program;
  const reasonable = sharesSlots ? FRAMES_SHARING_SLOTS : rounds === undefined ? FRAMES_BY_DEFAULT : FRAMES_WITH_ROUNDS;
  return Math.min(engine.framesMaximum(program), reasonable);
}

/** Number of frames in flight that is worth having if runs of `defaultFrames` frames take few milliseconds. */
export function framesOfShortRuns(engine: Engine, program: Program): number {
  const frames = defaultFrames(engine, program);
  return program.rounds === undefined && frames === FRAMES_BY_DEFAULT
    ? Math.min(engine.framesMaximum(program), FRAMES_OF_SHORT_RUNS)
    : frames;
}

/** @throws InputError if a run has more frames than the program has slots. */
export function checkFrames(parameters: RunParameters, slots: number): void {
  if (!(parameters.frames >= 1 && parameters.frames <= slots)) {
    throw new InputError(`a run of ${parameters.frames} frames does not fit the ${slots} prepared slots`);
  }
}

/** The parameters of a run that decodes frames with given LLRs: the run draws no noise and scales no LLRs. */
export function givenRun(frames: number): RunParameters {
  return { firstFrame: 0, frames, chunkFrames: frames, key: [0, 0], llrScale: 1, amplitude: 1 };
}

/** A program that is prepared at the first request, and again for more frames, so that few frames take little memory. */
export function growingProgram(engine: Engine, program: Program) {
  let prepared: Promise<PreparedProgram> | undefined;

  async function prepare(frames: number): Promise<PreparedProgram> {
    // An earlier call has thrown the error of its own slots.
    const current = await prepared?.catch(() => undefined);
    if (current !== undefined && current.frames >= frames) return current;
    // Runs in flight keep the old buffers until they end.
    current?.release();
    return engine.prepare(program, frames);
  }

  return {
    /** The program with at least `frames` frame slots. @throws as `Engine.prepare`; a later call may succeed with fewer frames. */
    withSlots(frames: number): Promise<PreparedProgram> {
      prepared = prepare(frames);
      return prepared;
    },
    /** Releases the slots. A later call of `withSlots` allocates them anew. */
    release(): void {
      prepared?.then(
        (slots) => slots.release(),
        () => {},
      );
      prepared = undefined;
    },
  };
}
