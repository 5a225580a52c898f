import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import type { BinaryRule } from "../rule.ts";
import { MIN_SUM_COST, MIN_SUM_EXACTNESS, MIN_SUM_OPTIONS, MIN_SUM_PARTS, minSumArithmetic } from "./min-sum.ts";

const OPTIONS = {
  ...MIN_SUM_OPTIONS,
  scale: {
    default: 0.75,
    range: { minimum: 0.0625, maximum: 1, multipleOf: 0.0625 },
    description: "factor of the magnitudes, in sixteenths",
  },
} as const satisfies DecoderOptions;

export const normalisedMinSum: BinaryRule = {
  description: "min-sum with magnitudes scaled down",
  equation: ["R_i = scale · Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
  source: "Chen and Fossorier 2002",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use:
    "The fastest binary decoder here: schedule=layered messages=int8. int8 has no measurable loss against f32 at FER " +
    "5e-2 … 1e-2 on 802.16e (doc/decisions/0014-int8.md).",
  advice: [
    {
      wanted: "speed, and the same counts on every device",
      decoder: "normalised-min-sum schedule=layered messages=int8",
      reason: "wimax-2304-1152, 10 iterations, on an H200: 27.6 Gbit/s coded (ldpc experiment binary-throughput)",
    },
  ],
  options: OPTIONS,
  parts: MIN_SUM_PARTS,
  arithmetic: (spec) => minSumArithmetic(optionsOf(OPTIONS, spec)),
};
