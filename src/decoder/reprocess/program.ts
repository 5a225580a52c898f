import { FAILED_HEAD } from "../../../wgsl/reprocess/failed-frames.ts";
import { SELECTED_TESTS } from "../../../wgsl/reprocess/select-position.ts";
import { stageAt } from "../../../wgsl/reprocess/test-tree.ts";
import {
  bufferElements,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  type TimedDispatch,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { bitsOf } from "../step.ts";
import type { SelectionRule } from "./selection.ts";

/** What reprocessing is to do. */
export interface Reprocessing {
  /** Columns and rows of H. */
  readonly n: number;
  readonly checks: number;
  readonly iterations: number;
  readonly syndrome: boolean;
  readonly stages: number;
  /** What positions are saturated to, LLR. */
  readonly alpha: number;
  /** The selection rule's name, for the plan. */
  readonly rule: string;
  /** How many frames a round takes if a test takes so many bytes, and so many of them in one buffer. */
  readonly roundFrames: (bytes: number, largestBytes: number) => number;
}

/**
 * A decoder around which frames that failed are reprocessed: quasi-maximum-likelihood decoding by a tree of tests (EQML
 * paper, section 1.2). A round takes frames that failed, decodes them again for the selection's sake (stage 0), and in each of
 * the stages that follow every test that did not converge makes two: its LLRs with one more position saturated to +alpha and
 * to −alpha. All tests of a stage of all frames of a round are decoded at once. The likeliest word that a test converged to is
 * the frame's decision; a frame without one keeps its own.
 * @param main decodes all frames.
 * @param decoder the same decoder for tests, frame-interleaved.
 */
export function reprocessedProgram(
  main: DecoderProgram,
  decoder: DecoderProgram,
  selection: ReturnType<SelectionRule["weights"]>,
  reprocessing: Reprocessing,
): DecoderProgram {
  const { n, checks, iterations, syndrome, stages, alpha, rule } = reprocessing;
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
  const testsOf = (stage: number) => roundFrames * 2 ** stage;
  const testsMaximum = testsOf(stages);
  const fixed = (type: ProgramBuffer["type"], length: number): ProgramBuffer => ({ type, length, perFrame: false });
  const constants = { N: n, ITERATIONS: iterations, ROUND_FRAMES: roundFrames };

  const list: Dispatch = {
    kernel: "reprocess/list-failed",
    constants: { ITERATIONS: iterations },
    buffers: ["unsatisfied", "failed"],
    workgroups: 1,
    framesPerWorkgroup: WORKGROUP_SIZE,
  };

  /** All that is done with the tests of a stage. */
  function dispatchesOf(stage: number): TimedDispatch[] {
    const frames = testsOf(stage);
    const ofTests = (made: Dispatch): Dispatch => ({ ...made, frames, overActive: false });
    const clear = Object.entries(decoder.buffers)
      .filter(([, { cleared }]) => cleared)
      .map(([name, buffer]) => clearDispatch(`test_${name}`, bufferElements(buffer, frames)));
    const make = ofTests({
      kernel: "reprocess/make-tests",
      constants: { ...constants, CHECKS: checks, SYNDROME: syndrome ? 1 : 0, ALPHA_BITS: bitsOf(alpha) },
      buffers: [
        ...["failed", "positions", "channel_llr", syndrome ? "syndrome" : "unused"],
        ...["test_channel_llr", syndrome ? "test_syndrome" : "unused_output"],
      ],
      workgroups: Math.ceil((n + (syndrome ? checks : 0)) / WORKGROUP_SIZE),
    });
    const judge = ofTests({
      kernel: "reprocess/judge-tests",
      constants,
      buffers: ["failed", "positions", "channel_llr", "test_unsatisfied", "test_decision", "costs"],
      workgroups: 1,
    });
    const keep = ofTests({
      kernel: "reprocess/keep-likeliest",
      constants: { N: n, ROUND_FRAMES: roundFrames },
      buffers: ["failed", "positions", "costs", "test_decision", "best_cost", "best_word", "tests"],
      workgroups: 1,
      framesPerWorkgroup: 2 ** stage,
    });
    const select = ofTests({
      kernel: "reprocess/select-position",
      constants,
      buffers: ["failed", "channel_llr", "test_unsatisfied", "weights", "positions"],
      workgroups: 1,
      framesPerWorkgroup: SELECTED_TESTS,
    });
    const { start, iterate, repeats, afterIterations } = decoder;
    const iteration = iterate.map((each) => ofTests(testDispatch(each)));
    return [
      ...[...clear, make].map(once),
      ...start.map((each) => once(ofTests(testDispatch(each)))),
      ...Array.from({ length: repeats }, (_, i) =>
        iteration.map((each) => ({ dispatch: each, iteration: i + 1 })),
      ).flat(),
      ...afterIterations.map((each) => ({ dispatch: ofTests(testDispatch(each)), iteration: repeats })),
      ...[judge, keep].map(once),
      ...(stage === stages ? [] : [...selection.dispatches.map(ofTests), select].map(once)),
    ];
  }

  const adopt: Dispatch = {
    kernel: "reprocess/adopt-words",
    constants: { N: n, ITERATIONS: iterations },
    buffers: ["failed", "best_cost", "best_word", "decision", "unsatisfied"],
    workgroups: Math.ceil(n / WORKGROUP_SIZE),
    frames: roundFrames,
  };
  const end: Dispatch = {
    ...{ kernel: "reprocess/end-round", constants: { ROUND_FRAMES: roundFrames }, buffers: ["failed"], workgroups: 1 },
    frames: 1,
  };

  return {
    ...main,
    buffers: {
      ...main.buffers,
      ...Object.fromEntries(
        Object.entries(perTest).map(([name, buffer]) => [name, ofFixedLength(buffer, testsMaximum)]),
      ),
      failed: { ...frameBuffer("u32", 1 + FAILED_HEAD), cleared: true },
      tests: { ...frameBuffer("u32", 1), cleared: true },
      positions: fixed("u32", stageAt(roundFrames, stages)),
      costs: fixed("f32", testsMaximum),
      best_cost: fixed("f32", roundFrames),
      best_word: fixed("u32", roundFrames * n),
      ...(syndrome ? {} : { unused: UNUSED_BUFFER, unused_output: UNUSED_BUFFER }),
    },
    afterIterations: [...main.afterIterations, list],
    rounds: {
      dispatches: [...Array.from({ length: stages + 1 }, (_, j) => dispatchesOf(j)).flat(), ...[adopt, end].map(once)],
      framesPerRound: roundFrames,
      waiting: { buffer: "failed", element: 0 },
    },
    plan: [
      ...main.plan,
      `reprocessing by ${rule}: rounds of ${roundFrames} frames that failed, up to ${testsMaximum} tests at once`,
    ],
  };
}

function once(dispatch: Dispatch): TimedDispatch {
  return { dispatch, iteration: 0 };
}

/** A dispatch of the tests' decoder, on the buffers of tests. */
function testDispatch(dispatch: Dispatch): Dispatch {
  return { ...dispatch, buffers: dispatch.buffers.map((name) => `test_${name}`) };
}

function renamed(buffers: Readonly<Record<string, ProgramBuffer>>): Record<string, ProgramBuffer> {
  return Object.fromEntries(
    Object.entries(buffers).map(([name, { cleared: _, ...buffer }]) => [`test_${name}`, buffer]),
  );
}

/** A buffer for so many tests, whatever the frames. */
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

/** Sets words of a buffer to zero. */
function clearDispatch(name: string, words: number): Dispatch {
  const perInvocation = Math.ceil(words / WORKGROUP_SIZE / WORKGROUPS_MAXIMUM);
  return {
    kernel: "common/clear-words",
    constants: { WORDS: words, WORDS_PER_INVOCATION: perInvocation },
    buffers: [name],
    workgroups: Math.ceil(words / WORKGROUP_SIZE / perInvocation),
    frames: 1,
  };
}
