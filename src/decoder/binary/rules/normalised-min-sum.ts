import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import type { BinaryRule } from "../rule.ts";
import {
  INT8_SCALE,
  MIN_SUM_COST,
  MIN_SUM_EXACTNESS,
  MIN_SUM_OPTIONS,
  MIN_SUM_PARTS,
  minSumArithmetic,
} from "./min-sum.ts";

const OPTIONS = {
  ...MIN_SUM_OPTIONS,
  scale: {
    default: 0.75,
    range: { minimum: 0.0625, maximum: 1 },
    becomes: (scale, { messages }) => (messages === "int8" ? Math.round(INT8_SCALE * scale) / INT8_SCALE : scale),
    description:
      "factor of the magnitudes: its first 12 bits in f32 and f16 (0.825 is 0.82495), the nearest multiple of 1/256 in int8 (0.825 is 0.82421875)",
  },
} as const satisfies DecoderOptions;

export const normalisedMinSum: BinaryRule = {
  description: "min-sum with magnitudes scaled down",
  equation: ["R_i = scale · Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
  source: "Chen and Fossorier 2002",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use:
    "Where a published decoder has a factor. The best factor depends on the code: of 0.75, 0.8125 and 0.875, wimax-2304-1152, " +
    "wifi-1944-972 and dvbs2-64800-43200 want the largest, 5G codes of low rate the least. offset-min-sum was better on all of them " +
    "or as good, and loses less in int8 (doc/performance.md, Number formats).",
  advice: [],
  options: OPTIONS,
  parts: MIN_SUM_PARTS,
  arithmetic: (spec) => minSumArithmetic(optionsOf(OPTIONS, spec)),
};
