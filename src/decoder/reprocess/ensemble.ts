import { variantOf } from "../../gpu/part.ts";
import {
  bufferElements,
  type Dispatch,
  type ProgramBuffer,
  type TimedDispatch,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { renamed } from "./program.ts";
import { clearDispatch } from "./round.ts";
import { roundFrames, withRounds } from "./rounds.ts";

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
  const [first] = decoders;
  const perTest: Record<string, ProgramBuffer> = renamed(first.buffers);
  const ofRound = roundFrames(perTest, { frames, testsOfFrame: 1, tests });
  const own: Record<string, ProgramBuffer> = {};
  /** The buffers of each member by their names in its decoder: its own where data differ from those of the first. */
  const names = decoders.map(({ buffers }, member) =>
    Object.fromEntries(
      Object.entries(buffers).map(([name, buffer]) => {
        const { data } = buffer;
        if (member === 0 || data === undefined || isEqual(data, first.buffers[name].data!))
          return [name, `test_${name}`];
        own[`member_${member}_${name}`] = buffer;
        return [name, `member_${member}_${name}`];
      }),
    ),
  );
  const ofFrames = (made: Dispatch): Dispatch => ({ ...made, frames: ofRound, overActive: false });
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
  const clear = Object.entries(first.buffers)
    .filter(([, { cleared }]) => cleared)
    .map(([name, buffer]) => clearDispatch(`test_${name}`, bufferElements(buffer, ofRound)));
  const dispatches = decoders.flatMap((decoder, member): TimedDispatch[] => [
    ...[...clear, ofFrames(take)].map((dispatch) => ({ dispatch, iteration: member })),
    ...[...dispatchesInOrder(decoder)].map(({ dispatch, iteration }) => ({
      dispatch: ofFrames({ ...dispatch, buffers: dispatch.buffers.map((name) => names[member][name]) }),
      iteration,
    })),
    { dispatch: ofFrames(keep), iteration: member },
  ]);
  return withRounds(main, {
    iterations: ITERATIONS,
    frames: ofRound,
    testsOfFrame: 1,
    perTest,
    buffers: {
      ...own,
      best_cost: { type: "f32", length: ofRound, perFrame: false },
      found: { type: "u32", length: ofRound, perFrame: false },
      best_word: { type: "u32", length: ofRound * N, perFrame: false },
      ...(syndrome ? {} : { unused: UNUSED_BUFFER, unused_output: UNUSED_BUFFER }),
    },
    dispatches: [...dispatches, { dispatch: ofFrames(adopt), iteration: 0 }],
    isOfAll,
    notes: [`${note}: rounds of ${ofRound} frames${isOfAll ? "" : " that failed"}`],
  });
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
