import type { DecoderOptions } from "../option.ts";
import type { CheckNodeRule } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { bitsOf, stepConstant } from "../step.ts";
import { type FirstReliabilities, mlgdProgram } from "./program.ts";

// Layout of words in majority-logic decoding.

/** Bits of a variable's reliability. */
const RELIABILITY_BITS = 12;

const SOFT_OPTIONS = {
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
} as const satisfies DecoderOptions;

const HARD_OPTIONS = {
  gamma: {
    default: 5,
    description: "first reliability γ of the received symbol, in votes",
  },
} as const satisfies DecoderOptions;

/**
 * Majority-logic decoders of Chen, Huang, Chao and Lin, "Two low-complexity reliability-based message-passing algorithms for
 * decoding non-binary LDPC codes", IEEE Trans. Commun. 58(11), 2010. They are for column weights of 4 and more. Two
 * details differ from the paper. ISRB quantises symbol LLRs, not received bits, so that any channel of symbols is
 * allowed (over binary-input channels φ(a) = Σ ±|LLR of bit|/2 holds all the same, up to rounding). Among equal
 * reliabilities the decision is the symbol that reached the value first (wgsl/majority-logic/variable).
 *
 * nb837-gf32 (column weight 4, rate 0.867), random codewords, seed 1, `ldpc simulate`, 100 frame errors but where fewer are
 * given in parentheses. Min-Max, 10 iterations: FER 0.40 at 3.75 dB, 2.0e-2 (15) at 4 dB, 8e-4 (1) at 4.25 dB.
 *
 * | Eb/N0, dB | 4.5 | 4.75 | 5 | 5.25 | 5.75 | 6 | 6.25 | 6.5 | 6.75 |
 * | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
 * | ISRB, 50 iterations | 0.285 | 6.1e-2 | 1.45e-2 | 2.4e-3 (33) | | | | | |
 * | ISRB, 10 iterations | 0.54 | 0.21 | 3.3e-2 | 5.0e-3 (51) | | | | | |
 * | IHRB, 50 iterations | | | | | 0.31 | 0.13 | 4.3e-2 | 1.6e-2 | 5.9e-3 |
 * | IHRB, 10 iterations | | | | | 0.35 | 0.145 | 4.5e-2 | 1.6e-2 | 5.6e-3 (57) |
 *
 * λ = 8 and 6 are no better with 10 iterations (FER 3.9e-2 and 4.6e-2 at 5 dB). By 300 frames of a prototype, 50 iterations:
 * λ = 16 and 24 are as good as 12 at 4.75 dB and take longer; γ = 4 to 16 are equally good at 6 dB, and larger γ take
 * longer; steps of 0.125 to 2 and 4 to 12 bits make no difference beyond the interval.
 */
export const mlgdRules: Readonly<Record<string, CheckNodeRule>> = {
  "isrb-mlgd": {
    description: "iterative soft-reliability-based majority-logic decoding",
    equation: [
      "σ_{i,j} = (s_i ⊕ Σ_{j'≠j} h_{i,j'}·z_{j'}) / h_{i,j}",
      "R_j(a) ← R_j(a) + Σ_{i: σ_{i,j} = a} φ_{i,j}, z_j = argmax R_j",
      "  φ_{i,j}: least channel reliability of the check's other variables",
    ],
    source: "Chen, Huang, Chao and Lin 2010",
    claim:
      "Wang et al. 2012: fewer operations for a loss of BER. Here the loss is hundreds of times the BER of min-max (experiments/sweeps/nonbinary-rules.json).",
    cost: {
      formula: "4d",
      operations: (d) => 4 * d,
      kind: "comparison",
      of: "on integers, for each edge a product and a sum in the check, a quotient and a vote at the variable",
    },
    exactness: { devices: "bit-equal", text: "integers" },
    use:
      "Codes whose variables have degree 4 at least, as each check has one vote; better many more, as finite-geometry " +
      "codes have. On nb837-gf32 (degree 4) FER 1e-2 takes 0.99 dB more than min-max: 5.04 dB against 4.05 dB " +
      "(experiments/results/cpu/notes.csv).",
    advice: [
      {
        wanted: "fewest operations, variables of degree 4 and more",
        decoder: "isrb-mlgd",
        reason: "integers, a few operations an edge whatever q; its FER is far above that of message passing",
      },
    ],
    input: "symbol",
    options: SOFT_OPTIONS,
    llrMaximum: ({ step, bits }) => Number(step) * (2 ** Number(bits) - 1),
    decoder: (code, spec, ...rest) => mlgdProgram(soft(spec), code, spec, ...rest),
  },
  "ihrb-mlgd": {
    description: "iterative hard-reliability-based majority-logic decoding",
    equation: [
      "σ_{i,j} = (s_i ⊕ Σ_{j'≠j} h_{i,j'}·z_{j'}) / h_{i,j}",
      "R_j(a) ← R_j(a) + |{i: σ_{i,j} = a}|, z_j = argmax R_j",
      "  R_j is at first γ for the hard decision and 0 elsewhere",
    ],
    source: "Chen, Huang, Chao and Lin 2010",
    claim:
      "Wang et al. 2012: fewer operations for a loss of BER. Here the loss is hundreds of times the BER of min-max (experiments/sweeps/nonbinary-rules.json).",
    cost: {
      formula: "4d",
      operations: (d) => 4 * d,
      kind: "comparison",
      of: "on integers, for each edge a product and a sum in the check, a quotient and a vote at the variable",
    },
    exactness: { devices: "bit-equal", text: "integers" },
    use:
      "As isrb-mlgd, where the channel gives hard decisions only. On nb837-gf32 FER 1e-2 takes 1.57 dB more than " +
      "isrb-mlgd: 6.61 dB.",
    advice: [
      {
        wanted: "hard decisions from the channel, variables of degree 4 and more",
        decoder: "ihrb-mlgd",
        reason: "needs no reliabilities",
      },
    ],
    input: "symbol",
    options: HARD_OPTIONS,
    decoder: (code, spec, ...rest) => mlgdProgram(hard(spec), code, spec, ...rest),
  },
};

function soft(spec: DecoderSpec): FirstReliabilities {
  const { lambda, step, bits } = optionsOf(SOFT_OPTIONS, spec);
  const largestWeight = 2 ** bits - 1;
  const FIRST = 2 * lambda;
  return { constants: { SOFT: 1, FIRST, ...stepConstant(step) }, largestWeight, greatest: FIRST * largestWeight };
}

function hard(spec: DecoderSpec): FirstReliabilities {
  const { gamma } = optionsOf(HARD_OPTIONS, spec);
  return { constants: { SOFT: 0, FIRST: gamma, STEPS_PER_LLR_BITS: bitsOf(1) }, largestWeight: 1, greatest: gamma };
}
