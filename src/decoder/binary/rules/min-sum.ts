import { isStepFormat, messageFormats, STEP_FORMATS, type StepFormat } from "../../../../wgsl/binary/formats/index.ts";
import { LLR_BOUND } from "../../../../wgsl/common/bound.ts";
import { InputError } from "../../../errors.ts";
import { fileOption } from "../../given-files.ts";
import type { DecoderOptions } from "../../option.ts";
import type { CheckCost, Exactness } from "../../rule.ts";
import { optionsOf } from "../../spec.ts";
import { bitsOf, floatScale, SCALE_ONE, stepConstant, wholeScale } from "../../step.ts";
import { weightsOfFile } from "../../weights.ts";
import { CLIP, messagesOption, SCHEDULING, STEP } from "../options.ts";
import type { BinaryArithmetic, BinaryRule } from "../rule.ts";
import { weightTables } from "../weights.ts";

/** The four rules of min-sum: wgsl/binary/check-node/two-minima.wgsl. */
export const MIN_SUM_COST = {
  formula: "8d",
  operations: (d) => 8 * d,
  kind: "comparison",
  of:
    "for each edge minima, magnitude, comparison, selection and signs; beside these what becomes of the two least " +
    "magnitudes, once a check. int12 does an edge of two frames at once, int8 one of four with about 50 integer operations",
} as const satisfies CheckCost;

export const MIN_SUM_EXACTNESS = {
  devices: "bit-equal",
  text: "in every number format; an approximation of sum-product",
} as const satisfies Exactness;

/** An offset in steps that leaves nothing of any magnitude, and that 16 bits hold. */
const LARGEST_OFFSET = 2 ** 12;

const FORMATS = ["f32", ...STEP_FORMATS, "int8"] as const;

/** The options of all rules of min-sum; a rule's own follow. */
export const MIN_SUM_OPTIONS = {
  ...SCHEDULING,
  messages: {
    ...messagesOption(FORMATS),
    description: `number format of messages and posteriors; whole steps: ${STEP_FORMATS.map((name) => `1/${messageFormats[name].steps.perLlr} in ${name}`).join(", ")}, \`step\` in int8`,
  },
  step: STEP,
  clip: CLIP,
} as const satisfies DecoderOptions;

const OPTIONS = {
  ...MIN_SUM_OPTIONS,
  weights: fileOption(
    "weights",
    "JSON with scale and offset of the magnitudes: numbers, lists by edge or circulant, or lists of such lists by iteration (doc/guide/python.md); not in int8",
  ),
} as const satisfies DecoderOptions;

export const minSum: BinaryRule = {
  description: "the least magnitude of the other edges",
  equation: ["R_i = Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
  source: "Fossorier, Mihaljević and Imai 1999",
  claim:
    "Fossorier, Mihaljević and Imai 1999: little worse than belief propagation with fewer operations. Here that does not hold for every code: on wimax-576-288 at 1.75 dB, 50 iterations, 3,744 of 16,384 frames fail, with sum-product 897 (experiments/results/cpu/claims.csv).",
  cost: MIN_SUM_COST,
  exactness: MIN_SUM_EXACTNESS,
  use:
    "A baseline that needs no channel estimate: scaling all LLRs scales all messages. For use take a corrected form. Its messages are large, so that layered posteriors of int8, " +
    "cut at 127 steps, lose messages with step=0.25: of 512 frames of wifi-648-324 at 2 dB, 30 iterations, 60 fail, with step=0.5 33, in f32 30.",
  advice: [],
  options: OPTIONS,
  arithmetic: (spec) => {
    const { weights, ...format } = optionsOf(OPTIONS, spec);
    return weights === "none" ? minSumArithmetic(format) : weighted(weights, format);
  },
};

/** Min-sum with the weights of a file. The mapping for messages in registers has no weights of edges. */
function weighted(hash: string, format: MinSumFormat): BinaryArithmetic {
  const { messages } = format;
  if (messages === "int8") throw new InputError("weights are for messages of f32 or int12, int11 or byte, not int8");
  const step = stepIn(messages, undefined);
  const members =
    step === undefined
      ? {
          scale: { most: 8, word: (scale: number) => bitsOf(floatScale(scale)) },
          offset: { most: LLR_BOUND, word: bitsOf },
        }
      : {
          scale: { most: 1, word: (scale: number) => SCALE_ONE * wholeScale(scale) },
          offset: { most: LLR_BOUND, word: (offset: number) => Math.min(Math.round(offset / step), LARGEST_OFFSET) },
        };
  const weights = weightsOfFile(hash, members);
  if (weights.numbers !== undefined) {
    const { scale, offset } = weights.numbers;
    const most = step === undefined ? LLR_BOUND : LARGEST_OFFSET * step;
    return minSumArithmetic({ ...format, scale, offset: Math.min(offset, most) });
  }
  const tables = weightTables(weights, members.scale.word(1));
  const { exclusive: _exclusive, hasMinima: _hasMinima, ...arithmetic } = minSumArithmetic(format);
  return { ...arithmetic, imports: { weights: { name: "binary/check-node/weights" } }, tables };
}

/** Number format, and where that is int8 its step and the largest channel LLR in steps. */
type MinSumFormat =
  | { readonly messages: "int8"; readonly step: number; readonly clip: number }
  | { readonly messages: "f32" | StepFormat; readonly step?: undefined; readonly clip?: undefined };

/** The correction of the magnitudes, for rules that have such an option. */
interface Correction {
  /** Factor, above 0 and at most 1; 1 if left out. */
  readonly scale?: number;
  /** LLR taken off; 0 if left out. */
  readonly offset?: number;
}

export function scaleIn(messages: unknown, scale: number): number {
  return messages === "f32" ? scale : wholeScale(scale);
}

/** LLR of a step of a number format. @param step of int8. @returns undefined for a format without steps. */
export function stepIn(messages: unknown, step: unknown): number | undefined {
  if (isStepFormat(messages)) return 1 / messageFormats[messages].steps.perLlr;
  return messages === "int8" ? Number(step) : undefined;
}

/**
 * The parts and constants of a rule of min-sum. In int12 and int8 scales are rounded to multiples of 1/256 and offsets
 * to whole steps; a parsed spec has such values already.
 */
export function minSumArithmetic({ scale = 1, offset = 0, ...format }: MinSumFormat & Correction): BinaryArithmetic {
  const lanes = messageFormats[format.messages];
  const step = stepIn(format.messages, format.step);
  if (step === undefined) {
    // Messages may be as large as channel LLRs.
    const constants = {
      LLR_CLIP_BITS: bitsOf(LLR_BOUND),
      SCALE_BITS: bitsOf(floatScale(scale)),
      OFFSET_BITS: bitsOf(offset),
    };
    return { lanes, rule: { name: "binary/rules/min-sum" }, hasMinima: true, constants };
  }
  const whole = { SCALE: SCALE_ONE * wholeScale(scale), OFFSET_STEPS: Math.round(offset / step) };
  if (format.messages !== "int8") {
    return {
      lanes,
      rule: { name: "binary/rules/min-sum-int12" },
      hasMinima: true,
      exclusive: { rule: { name: "binary/chip/minima" }, bounds: lanes.steps! },
      constants: whole,
    };
  }
  return {
    lanes,
    rule: { name: "binary/rules/min-sum-int8" },
    hasMinima: true,
    constants: { ...whole, CLIP: format.clip, ...stepConstant(step) },
  };
}
