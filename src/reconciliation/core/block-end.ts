import type { Engine, Readback, RunInputs, RunResult } from "../../engine/engine.ts";
import { defaultFrames } from "../../engine/frame-slots.ts";
import { growingProgram } from "../../engine/growing-program.ts";
import type { Program } from "../../gpu/program.ts";
import { blockRun } from "./block-input.ts";
import type { BlockRange } from "./blocks.ts";

/** An end of reconciliation on an engine, for either role: its program, for run after run of blocks. */
export interface BlockEnd {
  /** Most blocks of a run. */
  readonly blocksMaximum: number;
  /** @param llrScale in the unit of the program's LLRs. */
  run(blocks: BlockRange, outputs: readonly Readback[], inputs: RunInputs, llrScale?: number): Promise<RunResult>;
  release(): void;
}

/** Block slots are allocated on demand. @throws InputError if not even one block fits the engine's device. */
export function blockEnd(engine: Engine, program: Program): BlockEnd {
  const blocksMaximum = defaultFrames(engine, program);
  const growing = growingProgram(engine, program);
  return {
    blocksMaximum,
    async run(blocks, outputs, inputs, llrScale) {
      const slots = await growing.withSlots(blocks.count);
      return slots.run(blockRun(blocks, llrScale), outputs, inputs);
    },
    release: () => growing.release(),
  };
}
