import type { DecoderOptions } from "../../spec.ts";
import { binaryOptions } from "../options.ts";
import type { BinaryRule } from "../rule.ts";
import { MIN_SUM_COST, MIN_SUM_EXACTNESS, MIN_SUM_FORMATS, MIN_SUM_PARTS, minSumArithmetic } from "./min-sum.ts";

const OFFSET: DecoderOptions = {
  offset: {
    default: 0.5,
    range: { minimum: 0.0625, maximum: 8, multipleOf: 0.0625 },
    description: "taken off the magnitudes, LLR",
  },
};

export const offsetMinSum: BinaryRule = {
  description: "min-sum with an offset taken off magnitudes",
  equation: ["R_i = Π_{k≠i} sign(Q_k) · max( min_{k≠i} |Q_k| − offset, 0 )"],
  source: "Chen and Fossorier 2002",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use: "Where a published decoder has an offset. As fast as normalised-min-sum.",
  advice: [],
  options: binaryOptions(MIN_SUM_FORMATS, OFFSET),
  parts: MIN_SUM_PARTS,
  arithmetic: minSumArithmetic,
};
