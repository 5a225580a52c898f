import type { Program } from "../gpu/program.ts";
import type { Engine, PreparedProgram } from "./engine.ts";

/** A program whose frame slots are allocated as they are asked for, so that few frames take little memory. */
export interface GrowingProgram {
  /** The program with at least so many frame slots. @throws as `Engine.prepare`. */
  withSlots(frames: number): Promise<PreparedProgram>;
  release(): void;
}

/** Prepares a program on an engine once it is asked for, and anew when more frames are. */
export function growingProgram(engine: Engine, program: Program): GrowingProgram {
  let prepared: Promise<PreparedProgram> | undefined;

  async function prepare(frames: number): Promise<PreparedProgram> {
    const current = await prepared;
    if (current !== undefined && current.frames >= frames) return current;
    // What is in flight on the old buffers still completes.
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
    },
  };
}
