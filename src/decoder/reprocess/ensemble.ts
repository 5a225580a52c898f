import { variantOf } from "../../gpu/part.ts";
import { type Dispatch, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { roundFrames, sharedBuffers, turnOf, withRounds } from "./rounds.ts";

export interface Ensemble {
  /** Size of the field, of decoders of symbols: the channel gives Q numbers of each. */
  readonly q?: number;
  /** Columns and rows of H. */
  readonly n: number;
  readonly checks: number;
  readonly iterations: number;
  readonly syndrome: boolean;
  readonly frames: number;
  /** Most frames of a round. */
  readonly tests: number;
  /** Number of words after which a frame ends; the lightest is its decision. */
  readonly wanted: number;
  /** Whether all frames go through the members, or those that failed alone. */
  readonly isOfAll: boolean;
  /** What it is, for the plan. */
  readonly note: string;
}

/**
 * A decoder whose failed frames are decoded again by the other members of an ensemble, one after the other. A round's frames take the word of
 * the first member that finds one, or of all words the one nearest to the channel's.
 * @param main the first member, which decodes all frames.
 * @param decoders the others. They have the same buffers, some with other data: orders of layers, and values of
 * variables.
 */
export function ensembleProgram(
  main: DecoderProgram,
  decoders: readonly DecoderProgram[],
  { q, n: N, checks: CHECKS, iterations: ITERATIONS, syndrome, frames, tests, wanted, isOfAll, note }: Ensemble,
): DecoderProgram {
  const { buffers: perTest, names } = sharedBuffers(decoders);
  const ofRound = roundFrames(perTest, { frames, testsOfFrame: 1, tests });
  const symbols =
    q === undefined
      ? undefined
      : { constants: { Q: q }, variant: variantOf({ symbols: { name: "reprocess/take-member" } }) };
  const llrs = N * (q ?? 1);
  const constants = { N, CHECKS, ITERATIONS, SYNDROME: syndrome ? 1 : 0, WANTED: Math.min(wanted, 2 ** 32 - 1) };
  const take: Dispatch = {
    kernel: "reprocess/take-member",
    ...symbols,
    constants: { ...constants, ...symbols?.constants, N: llrs },
    buffers: [
      ...["failed", "found", "channel_llr", syndrome ? "syndrome" : "unused"],
      ...["test_channel_llr", syndrome ? "test_syndrome" : "unused_output"],
    ],
    workgroups: Math.ceil((llrs + (syndrome ? CHECKS : 0)) / WORKGROUP_SIZE),
  };
  const keep: Dispatch = {
    kernel: "reprocess/keep-member",
    ...symbols,
    constants: { ...constants, ...symbols?.constants },
    buffers: ["failed", "channel_llr", "test_unsatisfied", "test_decision", "best_cost", "best_word", "found", "tests"],
    workgroups: 1,
  };
  const adopt: Dispatch = {
    kernel: "reprocess/adopt-words",
    constants: { N, ITERATIONS },
    buffers: ["failed", "best_cost", "best_word", "decision", "unsatisfied"],
    workgroups: Math.ceil(N / WORKGROUP_SIZE),
  };
  const dispatches = decoders.flatMap((decoder, turn) =>
    turnOf(decoder, { names: names[turn], frames: ofRound, before: [take], after: [keep], turn }),
  );
  return withRounds(main, {
    iterations: ITERATIONS,
    frames: ofRound,
    testsOfFrame: 1,
    perTest,
    buffers: {
      best_cost: { type: "f32", length: ofRound, perFrame: false },
      found: { type: "u32", length: ofRound, perFrame: false },
      best_word: { type: "u32", length: ofRound * N, perFrame: false },
      ...(syndrome ? {} : { unused: UNUSED_BUFFER, unused_output: UNUSED_BUFFER }),
    },
    dispatches: [...dispatches, { dispatch: { ...adopt, frames: ofRound }, iteration: 0 }],
    isOfAll,
    notes: [`${note}: rounds of ${ofRound} frames${isOfAll ? "" : " that failed"}`],
  });
}
