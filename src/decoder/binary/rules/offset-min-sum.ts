import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import type { BinaryRule } from "../rule.ts";
import { MIN_SUM_COST, MIN_SUM_EXACTNESS, MIN_SUM_OPTIONS, MIN_SUM_PARTS, minSumArithmetic } from "./min-sum.ts";

const OPTIONS = {
  ...MIN_SUM_OPTIONS,
  offset: {
    default: 0.5,
    range: { minimum: 0.0625, maximum: 8, multipleOf: 0.0625 },
    description: "taken off the magnitudes, LLR",
  },
} as const satisfies DecoderOptions;

export const offsetMinSum: BinaryRule = {
  description: "min-sum with an offset taken off magnitudes",
  equation: ["R_i = Π_{k≠i} sign(Q_k) · max( min_{k≠i} |Q_k| − offset, 0 )"],
  source: "Chen and Fossorier 2002",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use: "Where a published decoder has an offset. As fast as normalised-min-sum.",
  advice: [],
  options: OPTIONS,
  parts: MIN_SUM_PARTS,
  arithmetic: (spec) => minSumArithmetic(optionsOf(OPTIONS, spec)),
};
