import type { Program } from "../gpu/program.ts";
import type { Engine, PreparedProgram } from "./engine.ts";

/** A program that allocates frame slots on demand, so that few frames take little memory. */
export interface GrowingProgram {
  /** The program with at least `frames` frame slots. @throws as `Engine.prepare`; a later call may succeed with fewer frames. */
  withSlots(frames: number): Promise<PreparedProgram>;
  /** Releases the slots. A later call of `withSlots` allocates them anew. */
  release(): void;
}

/** Prepares a program on an engine at the first request, and again for more frames. */
export function growingProgram(engine: Engine, program: Program): GrowingProgram {
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
    withSlots(frames) {
      prepared = prepare(frames);
      return prepared;
    },
    release() {
      prepared?.then(
        (slots) => slots.release(),
        () => {},
      );
      prepared = undefined;
    },
  };
}
