import { stageAt } from "../../../wgsl/reprocess/index.ts";
import { frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { Reprocessing } from "./reprocessing.ts";
import { roundDispatches } from "./round.ts";
import { renamed, roundFrames, withRounds } from "./rounds.ts";
import type { SelectionRule } from "./selection.ts";

/**
 * A decoder whose failed frames are reprocessed: quasi-maximum-likelihood decoding by a tree of tests (EQML paper,
 * section 1.2). A round takes failed frames and decodes them again to select a position (stage 0). In each later stage
 * every test that did not converge makes two tests: its LLRs with one more position saturated to +alpha and to −alpha.
 * All tests of a stage of all frames of a round are decoded at once. The likeliest word that a test converged to is the
 * frame's decision; a frame without such a word keeps its own.
 * @param main decodes all frames.
 * @param decoder the same decoder for tests, frame-interleaved.
 */
export function reprocessedProgram(
  main: DecoderProgram,
  decoder: DecoderProgram,
  selection: ReturnType<SelectionRule["weights"]>,
  reprocessing: Reprocessing,
): DecoderProgram {
  const { n, iterations, stages, rule } = reprocessing;
  const perTest: Record<string, ProgramBuffer> = {
    ...renamed(decoder.buffers),
    ...selection.buffers,
    weights: frameBuffer("u32", n),
  };
  const testsOfFrame = 2 ** stages;
  const { tests } = reprocessing;
  const frames = roundFrames(perTest, { frames: reprocessing.frames, testsOfFrame, tests });
  return withRounds(main, {
    iterations,
    frames,
    testsOfFrame,
    perTest,
    buffers: treeBuffers(reprocessing, frames),
    dispatches: roundDispatches({ reprocessing, decoder, weights: selection.dispatches, frames }),
    notes: [
      `reprocessing by ${rule}: rounds of ${frames} frames that failed, up to ${frames * testsOfFrame} tests at once`,
    ],
  });
}

/** The tree of tests of a round. */
function treeBuffers({ n, syndrome, stages }: Reprocessing, frames: number): Record<string, ProgramBuffer> {
  const fixed = (type: ProgramBuffer["type"], length: number): ProgramBuffer => ({ type, length, perFrame: false });
  return {
    positions: fixed("u32", stageAt(frames, stages)),
    costs: fixed("f32", frames * 2 ** stages),
    best_cost: fixed("f32", frames),
    best_word: fixed("u32", frames * n),
    ...(syndrome ? {} : { unused: UNUSED_BUFFER, unused_output: UNUSED_BUFFER }),
  };
}
