import { FAILED_HEAD } from "../../../wgsl/reprocess/failed-frames.ts";
import { stageAt } from "../../../wgsl/reprocess/test-tree.ts";
import { bufferElements, type Dispatch, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { Reprocessing } from "./reprocessing.ts";
import { roundDispatches } from "./round.ts";
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
  const bytes = testBytes(perTest);
  const roundFrames = reprocessing.roundFrames(
    bytes.reduce((sum, each) => sum + each, 0),
    Math.max(...bytes),
  );
  const testsMaximum = roundFrames * 2 ** stages;
  const listFailed: Dispatch = {
    kernel: "reprocess/list-failed",
    constants: { ITERATIONS: iterations },
    buffers: ["unsatisfied", "failed"],
    workgroups: 1,
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
  return {
    ...main,
    buffers: {
      ...main.buffers,
      ...Object.fromEntries(
        Object.entries(perTest).map(([name, buffer]) => [name, ofFixedLength(buffer, testsMaximum)]),
      ),
      ...treeBuffers(reprocessing, roundFrames),
    },
    afterIterations: [...main.afterIterations, listFailed],
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

/** A buffer for a fixed number of tests, independent of the number of frames. */
function ofFixedLength(buffer: ProgramBuffer, tests: number): ProgramBuffer {
  const { type, data } = buffer;
  return { type, length: bufferElements(buffer, tests), perFrame: false, ...(data === undefined ? {} : { data }) };
}

/** Bytes of a test in each buffer. */
function testBytes(buffers: Readonly<Record<string, ProgramBuffer>>): number[] {
  return Object.values(buffers).map(({ perFrame, length, interleave = 1 }) =>
    perFrame ? (4 * length) / interleave : 0,
  );
}
