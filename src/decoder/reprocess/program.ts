import { FAILED_HEAD } from "../../../wgsl/reprocess/failed-frames.ts";
import { stageAt } from "../../../wgsl/reprocess/test-tree.ts";
import { frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { Reprocessing } from "./reprocessing.ts";
import { roundDispatches } from "./round.ts";
import { listFailed, ofFixedLength, roundFramesOf } from "./rounds.ts";
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
  const roundFrames = Math.min(reprocessing.frames, roundFramesOf(perTest, reprocessing.tests, 2 ** stages));
  const testsMaximum = roundFrames * 2 ** stages;
  return {
    ...main,
    buffers: {
      ...main.buffers,
      ...Object.fromEntries(
        Object.entries(perTest).map(([name, buffer]) => [name, ofFixedLength(buffer, testsMaximum)]),
      ),
      ...treeBuffers(reprocessing, roundFrames),
    },
    afterIterations: [...main.afterIterations, listFailed(iterations)],
    rounds: {
      dispatches: roundDispatches({ reprocessing, decoder, weights: selection.dispatches, frames: roundFrames }),
      framesPerRound: roundFrames,
      waiting: { buffer: "failed", element: 0 },
    },
    plan: [
      ...main.plan,
      `reprocessing by ${rule}: rounds of ${roundFrames} frames that failed, up to ${testsMaximum} tests at once`,
    ],
  };
}

/** The list of waiting frames, and the tree of tests of a round. */
function treeBuffers({ n, syndrome, stages }: Reprocessing, roundFrames: number): Record<string, ProgramBuffer> {
  const fixed = (type: ProgramBuffer["type"], length: number): ProgramBuffer => ({ type, length, perFrame: false });
  return {
    failed: { ...frameBuffer("u32", 1 + FAILED_HEAD), cleared: true },
    tests: { ...frameBuffer("u32", 1), cleared: true },
    positions: fixed("u32", stageAt(roundFrames, stages)),
    costs: fixed("f32", roundFrames * 2 ** stages),
    best_cost: fixed("f32", roundFrames),
    best_word: fixed("u32", roundFrames * n),
    ...(syndrome ? {} : { unused: UNUSED_BUFFER, unused_output: UNUSED_BUFFER }),
  };
}

function renamed(buffers: Readonly<Record<string, ProgramBuffer>>): Record<string, ProgramBuffer> {
  return Object.fromEntries(
    Object.entries(buffers).map(([name, { cleared: _, ...buffer }]) => [`test_${name}`, buffer]),
  );
}
