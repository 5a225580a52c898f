import { messageFormats } from "../../../../wgsl/binary/formats/index.ts";
import { minSum as floatMinSum } from "../../../../wgsl/binary/rules/min-sum.ts";
import { minSumInt8 } from "../../../../wgsl/binary/rules/min-sum-int8.ts";
import { InputError } from "../../../errors.ts";
import type { Part } from "../../../gpu/part.ts";
import type { CheckCost, Exactness } from "../../rule.ts";
import type { DecoderSpec } from "../../spec.ts";
import { bitsOf, stepConstant } from "../../step.ts";
import { type BinaryOptions, binaryOptions, type Messages } from "../options.ts";
import type { BinaryArithmetic } from "../program.ts";
import type { BinaryRule } from "../rule.ts";

/** The four rules of min-sum: wgsl/binary/rules/two-minima.wgsl. */
export const MIN_SUM_COST = {
  formula: "8d",
  operations: (d) => 8 * d,
  kind: "comparison",
  of:
    "for each edge minima, magnitude, comparison, selection and signs; beside these what becomes of the two least " +
    "magnitudes, once a check. int8 does an edge of four frames at once with about 50 integer operations",
} as const satisfies CheckCost;

export const MIN_SUM_EXACTNESS = {
  devices: "bit-equal",
  text: "in every number format; an approximation of sum-product",
} as const satisfies Exactness;

export const MIN_SUM_FORMATS = Object.keys(messageFormats) as Messages[];
export const MIN_SUM_PARTS: readonly Part[] = [floatMinSum, minSumInt8];

export const minSum: BinaryRule = {
  description: "the least magnitude of the other edges",
  equation: ["R_i = Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
  source: "Fossorier, Mihaljević and Imai 1999",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use: "A baseline that needs no channel estimate: scaling all LLRs scales all messages. For use take a corrected form.",
  advice: [],
  options: binaryOptions(MIN_SUM_FORMATS),
  parts: MIN_SUM_PARTS,
  arithmetic: minSumArithmetic,
};

/** Of min-sum with its magnitudes scaled, or less an offset, if these are options. */
export function minSumArithmetic(options: DecoderSpec["options"]): BinaryArithmetic {
  const { messages, step } = options as unknown as BinaryOptions;
  const SCALE = 16 * ((options.scale as number) ?? 1);
  const offset = (options.offset as number) ?? 0;
  if (messages !== "int8") {
    const constants = { SCALE, OFFSET_BITS: bitsOf(offset) };
    return { lanes: messageFormats[messages], rule: floatMinSum, constants };
  }
  const steps = offset / (step as number);
  if (!Number.isInteger(steps)) {
    throw new InputError(`offset=${offset} is not a whole number of steps of ${step}: choose another of them`);
  }
  return {
    lanes: messageFormats.int8,
    rule: minSumInt8,
    constants: { SCALE, OFFSET_STEPS: steps, ...stepConstant(step as number) },
  };
}
