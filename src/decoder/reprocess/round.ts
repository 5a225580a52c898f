import { SELECTED_TESTS } from "../../../wgsl/reprocess/index.ts";
import { bufferElements, type Dispatch, type TimedDispatch } from "../../gpu/program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { bitsOf } from "../step.ts";
import type { Reprocessing } from "./reprocessing.ts";

/** The inputs of a round's dispatches. */
interface Round {
  readonly reprocessing: Reprocessing;
  /** Decoder of the tests; its buffers are `test_` and their own names. */
  readonly decoder: DecoderProgram;
  /** Dispatches of the selection rule. */
  readonly weights: readonly Dispatch[];
  readonly frames: number;
}

/** All dispatches of a round: every stage, then the choice of the words that the tests found. */
export function roundDispatches(round: Round): TimedDispatch[] {
  const { n, iterations, stages } = round.reprocessing;
  const adopt: Dispatch = {
    kernel: "reprocess/adopt-words",
    constants: { N: n, ITERATIONS: iterations },
    buffers: ["failed", "best_cost", "best_word", "decision", "unsatisfied"],
    workgroups: Math.ceil(n / WORKGROUP_SIZE),
    frames: round.frames,
  };
  const ofStages = Array.from({ length: stages + 1 }, (_, stage) => stageDispatches(round, stage));
  return [...ofStages.flat(), once(adopt)];
}

/** All dispatches of a stage: tests are made, decoded and judged, and the next stage's position is selected. */
function stageDispatches(round: Round, stage: number): TimedDispatch[] {
  const { reprocessing, decoder, weights } = round;
  const frames = round.frames * 2 ** stage;
  const ofTests = (made: Dispatch): Dispatch => ({ ...made, frames, overActive: false });
  const clear = Object.entries(decoder.buffers)
    .filter(([, { cleared }]) => cleared)
    .map(([name, buffer]) => clearDispatch(`test_${name}`, bufferElements(buffer, frames)));
  const { make, judge, keep, select } = testDispatches(round, stage);
  // Engines do not read counts within a round: all iterations are done.
  const decode = [...dispatchesInOrder(decoder)].map(({ dispatch, iteration }) => ({
    dispatch: ofTests({ ...dispatch, buffers: dispatch.buffers.map((name) => `test_${name}`) }),
    iteration,
  }));
  return [
    ...[...clear, ofTests(make)].map(once),
    ...decode,
    ...[judge, keep].map(ofTests).map(once),
    ...(stage === reprocessing.stages ? [] : [...weights, select].map(ofTests).map(once)),
  ];
}

function testDispatches({ reprocessing, frames }: Round, stage: number) {
  const { n, checks, iterations, syndrome, alpha } = reprocessing;
  const constants = { N: n, ITERATIONS: iterations, ROUND_FRAMES: frames };
  const make: Dispatch = {
    kernel: "reprocess/make-tests",
    constants: { ...constants, CHECKS: checks, SYNDROME: syndrome ? 1 : 0, ALPHA_BITS: bitsOf(alpha) },
    buffers: [
      "failed",
      "positions",
      "channel_llr",
      syndrome ? "syndrome" : "unused",
      "test_channel_llr",
      syndrome ? "test_syndrome" : "unused_output",
    ],
    workgroups: Math.ceil((n + (syndrome ? checks : 0)) / WORKGROUP_SIZE),
  };
  const judge: Dispatch = {
    kernel: "reprocess/judge-tests",
    constants,
    workgroups: 1,
    buffers: ["failed", "positions", "channel_llr", "test_unsatisfied", "test_decision", "costs"],
  };
  const keep: Dispatch = {
    kernel: "reprocess/keep-likeliest",
    constants: { N: n, ROUND_FRAMES: frames },
    workgroups: 1,
    buffers: ["failed", "positions", "costs", "test_decision", "best_cost", "best_word", "tests"],
    framesPerWorkgroup: 2 ** stage,
  };
  const select: Dispatch = {
    kernel: "reprocess/select-position",
    constants,
    workgroups: 1,
    buffers: ["failed", "channel_llr", "test_unsatisfied", "weights", "positions"],
    framesPerWorkgroup: SELECTED_TESTS,
  };
  return { make, judge, keep, select };
}

function once(dispatch: Dispatch): TimedDispatch {
  return { dispatch, iteration: 0 };
}

/** Sets words of a buffer to zero. */
export function clearDispatch(name: string, words: number): Dispatch {
  const perInvocation = Math.ceil(words / WORKGROUP_SIZE / WORKGROUPS_MAXIMUM);
  return {
    kernel: "common/clear-words",
    constants: { WORDS: words, WORDS_PER_INVOCATION: perInvocation },
    buffers: [name],
    workgroups: Math.ceil(words / WORKGROUP_SIZE / perInvocation),
    frames: 1,
  };
}
