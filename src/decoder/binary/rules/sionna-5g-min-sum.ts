import type { Lanes } from "../../../../wgsl/binary/formats/index.ts";
import { citation } from "../../../papers.ts";
import { plain } from "../../nodes/variables/plain.ts";
import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import { stepConstant } from "../../step.ts";
import type { BinaryRule } from "../rule.ts";
import { MIN_SUM_COST } from "./min-sum.ts";

const int8Wide: Lanes = { name: "binary/formats/int8-wide", interleave: 4 };

const CLIP = { default: 127, range: { minimum: 1, maximum: 127, multipleOf: 1 } } as const;

const OPTIONS = {
  step: {
    default: 0.25,
    range: { minimum: 0.0625, maximum: 2, multipleOf: 0.0625 },
    description: "LLR of one step of the int8 channel LLRs: a power of two",
  },
  "partial-sums": {
    default: "4",
    choices: ["4", "1"],
    description:
      "sums that a variable's messages are split over, each clipped before they are added: UNROLL_NODES of the tutorial",
  },
  "message-clip": {
    ...CLIP,
    description: "largest magnitude of a message, in steps: MAX_LLR_MSG_VALUE of the tutorial",
  },
  "accumulator-clip": {
    ...CLIP,
    description: "largest magnitude of a sum of messages, in steps: MAX_LLR_ACCUMULATOR_VALUE of the tutorial",
  },
} as const satisfies DecoderOptions;

export const sionna5gMinSum: BinaryRule = {
  description: "the 5G decoder of the Sionna tutorial bit for bit: flooding, int8",
  equation: [
    "R_i = Π_{k≠i} sign(Q_k) · min( ⌊3 · min_{k≠i} |Q_k| / 4⌋, C )",
    "P = clip( Σ_{s<S} clip( [s = 0]·L + Σ_{j mod S = s} R_j ) )",
    "  in integers; C is message-clip, clip to ±accumulator-clip,",
    "  L the channel LLR, S partial-sums,",
    "  R_j the message of the variable's j-th block row, j = 0, 1 …",
  ],
  source: citation("sionna"),
  claim:
    "The tutorial tests its kernels against Sionna's decoder. Here the rule is bit for bit a decoder written from the text (test/oracle/papers/sionna-5g.node.test.ts), and loses blocks against the sum-product decoder by its factor of 3/4 (ldpc experiment sionna-5g-fer).",
  cost: MIN_SUM_COST,
  exactness: { devices: "bit-equal", text: "integers; the tutorial's decoder bit for bit" },
  use: "To compare with the tutorial, whose kernels have partial-sums=4 unless UNROLL_NODES is changed. For speed take offset-min-sum schedule=layered messages=int8.",
  advice: [
    {
      wanted: "the Sionna tutorial's 5G decoder",
      decoder: "sionna-5g-min-sum",
      reason: "its arithmetic bit for bit",
    },
  ],
  options: OPTIONS,
  llrMaximum: ({ step }) => CLIP.default * Number(step),
  fixed: {
    schedule: "flooding",
    messages: "int8",
    storage: "auto",
    mapping: "auto",
  },
  scatter: (spec) => {
    const { "partial-sums": partialSums, ...clips } = optionsOf(OPTIONS, spec);
    return {
      partialSums: Number(partialSums),
      messageClip: clips["message-clip"],
      accumulatorClip: clips["accumulator-clip"],
    };
  },
  arithmetic: (spec) => {
    const { step, "partial-sums": partialSums, ...clips } = optionsOf(OPTIONS, spec);
    return {
      lanes: int8Wide,
      rule: { name: "binary/rules/min-sum-damped" },
      constants: {
        ...stepConstant(step),
        MESSAGE_CLIP: clips["message-clip"],
        ACCUMULATOR_CLIP: clips["accumulator-clip"],
      },
      // The posterior of a variable of degree 1 is cut before the message is taken off.
      nodes: { variable: { ...plain, partialSums: Number(partialSums) } },
    };
  },
};
