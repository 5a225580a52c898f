import { InputError } from "../../errors.ts";
import { reprocessingDecoder } from "../reprocess/decoder.ts";
import { REPROCESS_OPTIONS } from "../reprocess/options.ts";
import type { CheckNodeRule } from "../rule.ts";
import type { DecoderOptions, DecoderSpec } from "../spec.ts";
import { bitsOf, stepConstant } from "../step.ts";
import { type BinaryOptions, binaryOptions, type Messages } from "./options.ts";
import type { BinaryArithmetic } from "./program.ts";
import { BINARY_RULE_NOTES } from "./rule-notes.ts";

const SCALE: DecoderOptions = {
  scale: {
    default: 0.75,
    range: { minimum: 0.0625, maximum: 1, multipleOf: 0.0625 },
    description: "factor of the magnitudes, in sixteenths",
  },
};
const OFFSET: DecoderOptions = {
  offset: {
    default: 0.5,
    range: { minimum: 0.0625, maximum: 8, multipleOf: 0.0625 },
    description: "taken off the magnitudes, LLR",
  },
};
const FORM: DecoderOptions = {
  form: {
    default: "safe",
    choices: ["safe", "tanh", "phi"],
    description:
      "safe: sums of Φ without the edge itself, Φ accurate at both ends; tanh: products of tanh(Q/2), half the operations; phi: the papers' form, a difference of sums",
  },
};

const BOUND: DecoderOptions = {
  bound: {
    default: 16,
    range: { minimum: 1, maximum: 80, multipleOf: 0.25 },
    onlyWith: ["form", "safe", "tanh"],
    description: "largest magnitude of check-to-variable messages, LLR",
  },
};

const MIN_SUM_FORMATS: readonly Messages[] = ["f32", "f16", "int8"];

/** Check-node rules of binary codes. */
export const binaryRules: Readonly<Record<string, CheckNodeRule>> = {
  "sum-product": {
    ...BINARY_RULE_NOTES["sum-product"],
    input: "bit",
    options: binaryOptions(["f32", "f16"], { ...FORM, ...BOUND }),
    decoder: (code, spec, ...rest) => reprocessingDecoder({ arithmetic: sumProduct(spec) }, code, spec, ...rest),
  },
  "min-sum": {
    ...BINARY_RULE_NOTES["min-sum"],
    input: "bit",
    options: binaryOptions(MIN_SUM_FORMATS),
    decoder: (code, spec, ...rest) => reprocessingDecoder({ arithmetic: minSum(spec) }, code, spec, ...rest),
  },
  "normalised-min-sum": {
    ...BINARY_RULE_NOTES["normalised-min-sum"],
    input: "bit",
    options: binaryOptions(MIN_SUM_FORMATS, SCALE),
    decoder: (code, spec, ...rest) => reprocessingDecoder({ arithmetic: minSum(spec) }, code, spec, ...rest),
  },
  "offset-min-sum": {
    ...BINARY_RULE_NOTES["offset-min-sum"],
    input: "bit",
    options: binaryOptions(MIN_SUM_FORMATS, OFFSET),
    decoder: (code, spec, ...rest) => reprocessingDecoder({ arithmetic: minSum(spec) }, code, spec, ...rest),
  },
  "sionna-5g-min-sum": {
    ...BINARY_RULE_NOTES["sionna-5g-min-sum"],
    input: "bit",
    options: {
      step: {
        default: 0.25,
        range: { minimum: 0.0625, maximum: 2, multipleOf: 0.0625 },
        description: "LLR of one step of the int8 channel LLRs: a power of two",
      },
      ...REPROCESS_OPTIONS,
    },
    decoder: (code, { options, ...spec }, ...rest) => {
      const fixed = { schedule: "flooding", messages: "int8", storage: "auto", mapping: "auto", ...options };
      const arithmetic: BinaryArithmetic = {
        lanes: "binary/formats/int8-wide",
        rule: "binary/rules/min-sum-damped",
        constants: stepConstant(options.step as number),
      };
      return reprocessingDecoder({ arithmetic, separatesDegreeOne: false }, code, { ...spec, options: fixed }, ...rest);
    },
  },
};

/** Messages of products next to 1, which f32 holds to 2^−24, end near 17. */
const TANH_BOUND = 16;

function sumProduct({ options }: DecoderSpec): BinaryArithmetic {
  const { messages } = options as unknown as BinaryOptions;
  if (options.form === "tanh" && (options.bound as number) > TANH_BOUND) {
    throw new InputError(
      `form=tanh has no messages beyond ${TANH_BOUND}: leave bound=${options.bound} out, or form=safe`,
    );
  }
  return {
    lanes: messages === "f16" ? "binary/formats/f16-near" : `binary/formats/${messages}`,
    rule: options.form === "safe" ? "binary/rules/sum-product" : `binary/rules/sum-product-${options.form}`,
    constants: options.form === "phi" ? {} : { BOUND_BITS: bitsOf(options.bound as number) },
  };
}

function minSum({ options }: DecoderSpec): BinaryArithmetic {
  const { messages, step } = options as unknown as BinaryOptions;
  const SCALE = 16 * ((options.scale as number) ?? 1);
  const offset = (options.offset as number) ?? 0;
  if (messages !== "int8") {
    const constants = { SCALE, OFFSET_BITS: bitsOf(offset) };
    return { lanes: `binary/formats/${messages}`, rule: "binary/rules/min-sum", constants };
  }
  const steps = offset / (step as number);
  if (!Number.isInteger(steps)) {
    throw new InputError(`offset=${offset} is not a whole number of steps of ${step}: choose another of them`);
  }
  return {
    lanes: "binary/formats/int8",
    rule: "binary/rules/min-sum-int8",
    constants: { SCALE, OFFSET_STEPS: steps, ...stepConstant(step as number) },
  };
}
