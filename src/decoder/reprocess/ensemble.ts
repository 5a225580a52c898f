import { InputError } from "../../errors.ts";
import { variantOf } from "../../gpu/part.ts";
import { type Dispatch, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderRequest } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { REPROCESS_OPTIONS } from "./options.ts";
import { roundFrames, sharedBuffers, turnOf, withRounds } from "./rounds.ts";

/** What the members of an ensemble or a relay have in common. */
interface Members {
  /** Size of the field, of decoders of symbols: the channel gives Q numbers of each. */
  readonly q?: number;
  /** Columns and rows of H. */
  readonly n: number;
  readonly checks: number;
  readonly syndrome: boolean;
  readonly frames: number;
  /** Most frames of a round. */
  readonly tests: number;
}

/**
 * The decoder with the other members of the ensemble, or the legs of the relay, that its spec asks for behind it.
 * @param make the decoder of a member or a leg, whose request has no syndrome yet.
 */
export function withMembers(
  main: DecoderProgram,
  spec: DecoderSpec,
  members: Members,
  make: (spec: DecoderSpec, request: DecoderRequest) => DecoderProgram,
): DecoderProgram {
  const { options, iterations } = spec;
  const { ensemble, pick, legs, "leg-gamma": gamma, solutions } = optionsOf(REPROCESS_OPTIONS, spec);
  const list = <T>(length: number, of: (member: number) => T) => Array.from({ length }, (_, k) => of(k + 1));
  if (ensemble !== undefined) {
    const { order = "", gamma: own = "" } = options;
    if (!String(order).startsWith("random") && !String(own).startsWith("uniform")) {
      throw new InputError(
        "reprocess=ensemble: all its decoders would be the same: give them schedule=layered order=random, or variable=memory gamma=uniform(a,b)",
      );
    }
    const others = list(ensemble - 1, (member) => make(spec, { member }));
    const wanted = pick === "first" ? 1 : Number.POSITIVE_INFINITY;
    const note = `an ensemble of ${ensemble}, the ${pick} word`;
    return ensembleProgram(main, others, { ...members, iterations, wanted, isOfAll: false, note });
  }
  if (options.variable !== "memory") {
    throw new InputError("reprocess=relay is for variable=memory: its legs go on from posteriors by memory");
  }
  const legSpec: DecoderSpec = { ...spec, options: { ...options, gamma: gamma! } };
  // The first leg is decoded again, so that the next has its posteriors.
  const decoders = [
    make(spec, { carries: true }),
    ...list(legs!, (member) => make(legSpec, { member, carried: true, carries: true })),
  ];
  const words = solutions === 1 ? "the first word" : `the lightest of ${solutions} words`;
  const note = `a relay of up to ${decoders.length} legs, ${words}`;
  return ensembleProgram(main, decoders, { ...members, iterations, wanted: solutions!, isOfAll: solutions! > 1, note });
}

interface Ensemble extends Members {
  readonly iterations: number;
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
function ensembleProgram(
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
      "failed",
      "found",
      "channel_llr",
      syndrome ? "syndrome" : "unused",
      "test_channel_llr",
      syndrome ? "test_syndrome" : "unused_output",
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
