import { RELIABILITY_BITS } from "../../kernel/mlgd-words.ts";
import type { CheckNodeRule } from "../check-node-rule.ts";
import { RULE_NOTES } from "../rule-notes.ts";
import type { DecoderSpec } from "../spec.ts";
import { bitsOf, stepConstant } from "../step.ts";
import { type FirstReliabilities, mlgdProgram } from "./program.ts";

/**
 * Majority-logic decoders of Chen, Huang, Chao and Lin, "Two low-complexity reliability-based message-passing algorithms for
 * decoding non-binary LDPC codes", IEEE Trans. Commun. 58(11), 2010. They are for column weights of 4 and more. What is
 * ours: ISRB quantises symbol LLRs, not received bits, so that any channel of symbols will do (over binary-input channels
 * φ(a) = Σ ±|LLR of bit|/2 all the same, up to rounding), and of equal reliabilities the decision keeps what it has.
 */
export const mlgdRules: Readonly<Record<string, CheckNodeRule>> = {
  "isrb-mlgd": {
    ...RULE_NOTES["isrb-mlgd"],
    input: "symbol",
    options: {
      lambda: {
        default: 12,
        range: { minimum: 0.5, maximum: 1000, multipleOf: 0.5 },
        description: "factor λ of the first reliabilities: larger ones converge later and to lower error rates",
      },
      step: {
        default: 0.5,
        range: { minimum: 0.0625, maximum: 4, multipleOf: 0.0625 },
        description: "LLR of one step of the quantised channel LLRs: a power of two",
      },
      bits: {
        default: 8,
        range: { minimum: 1, maximum: RELIABILITY_BITS, multipleOf: 1 },
        description: "bits of the quantised channel LLRs, which are cut at 2^bits − 1 steps",
      },
    },
    decoder: (code, spec, ...rest) => mlgdProgram(soft(spec), code, spec, ...rest),
  },
  "ihrb-mlgd": {
    ...RULE_NOTES["ihrb-mlgd"],
    input: "symbol",
    options: {
      gamma: {
        default: 5,
        description: "first reliability γ of the received symbol, in votes",
      },
    },
    decoder: (code, spec, ...rest) => mlgdProgram(hard(spec), code, spec, ...rest),
  },
};

function soft({ options }: DecoderSpec): FirstReliabilities {
  const largestWeight = 2 ** (options.bits as number) - 1;
  const FIRST = 2 * (options.lambda as number);
  return {
    constants: { SOFT: 1, FIRST, ...stepConstant(options.step as number) },
    largestWeight,
    greatest: FIRST * largestWeight,
  };
}

function hard({ options }: DecoderSpec): FirstReliabilities {
  const gamma = options.gamma as number;
  return { constants: { SOFT: 0, FIRST: gamma, STEPS_PER_LLR_BITS: bitsOf(1) }, largestWeight: 1, greatest: gamma };
}
