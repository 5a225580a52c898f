import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import type { BinaryRule } from "../rule.ts";
import { MIN_SUM_COST, MIN_SUM_EXACTNESS, MIN_SUM_OPTIONS, minSumArithmetic, scaleIn } from "./min-sum.ts";

const OPTIONS = {
  ...MIN_SUM_OPTIONS,
  scale: {
    default: 0.8125,
    range: { minimum: 0.0625, maximum: 1 },
    becomes: (scale, { messages }) => scaleIn(messages, scale),
    description:
      "factor of the magnitudes: its first 12 bits in f32 (0.825 is 0.82495), the nearest multiple of 1/256 in integers (0.825 is 0.82421875)",
  },
} as const satisfies DecoderOptions;

export const normalisedMinSum: BinaryRule = {
  description: "min-sum with magnitudes scaled down",
  equation: ["R_i = scale · Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
  source: "Chen and Fossorier 2002",
  claim:
    "Chen and Fossorier 2002: close to belief propagation. Here that holds near the best scale of a code, and less so for irregular codes: on wimax-2304-1152 at 1.5 dB its FER is several times that of sum-product (experiments/sweeps/layered-iterations.json).",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use:
    "Where a published decoder has a factor. The best factor depends on the code: at FER 1e-3 the default needs 0.17 dB more than the best " +
    "scale or offset on average over 15 codes, schedules and iterations, 0.18 dB at most at rates 1/2 and more, and 0.46 to 0.70 dB with 5G " +
    "codes of rate 1/3 and less, which want scale=0.6875. offset-min-sum never needs more than 0.06 dB (doc/performance.md, Scales and offsets).",
  advice: [],
  options: OPTIONS,
  arithmetic: (spec) => minSumArithmetic(optionsOf(OPTIONS, spec)),
};
