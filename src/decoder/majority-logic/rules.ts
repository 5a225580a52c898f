import { InputError } from "../../errors.ts";
import type { DecoderOption, DecoderOptions } from "../option.ts";
import type { CheckNodeRule } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { bitsOf, stepConstant } from "../step.ts";
import {
  bitReliabilityProgram,
  type FirstReliabilities,
  flippingProgram,
  mlgdProgram,
  type VoteNumbers,
} from "./program.ts";

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

/** The parts of 1 in which weights of votes are counted. */
const VOTE_PARTS = 16;

/** The option of weights by the number of bits in which a vote differs, up to `most`. */
function voteWeightOption(defaults: string, most: number, [description, rounding]: readonly [string, string]) {
  return {
    default: defaults,
    text: { form: /^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, wanted: `numbers from 0 to ${most}, separated by commas` },
    rewritten: (text) => {
      const weights = text.split(",").map((number) => Math.round(VOTE_PARTS * Number(number)) / VOTE_PARTS);
      if (weights.some((weight) => weight > most))
        throw new InputError(`decoder option vote-weights=${text}: give numbers from 0 to ${most}`);
      return weights.join(",");
    },
    description: `${description} in 0, 1, 2 … bits, the last for all more: ${rounding}`,
  } as const satisfies DecoderOption;
}

/** The weights of votes that differ in 0 … log2 q bits, in parts of `unit`. */
function byDistance(text: string, q: number, unit: number): number[] {
  const weights = text.split(",").map(Number);
  return Array.from({ length: Math.log2(q) + 1 }, (_, d) => Math.round((weights[d] ?? weights.at(-1)!) / unit));
}

const BIT_OPTIONS = {
  step: { ...SOFT_OPTIONS.step, default: 0.0625 },
  bits: { ...SOFT_OPTIONS.bits, default: 12 },
  "vote-weights": voteWeightOption("4,1.5,0.5,0.25,0", 16, [
    "weights of votes that differ from the decision",
    "the nearest multiples of 1/16",
  ]),
} as const satisfies DecoderOptions;

const FLIPPING_OPTIONS = {
  step: BIT_OPTIONS.step,
  bits: BIT_OPTIONS.bits,
  "vote-weights": voteWeightOption("8,4,2,1,0", 256, [
    "LLRs that votes are worth for a symbol from which they differ",
    "multiples of 1/16, counted in whole steps",
  ]),
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
 *
 * wBRB (Huang, Zhang and Wang, "Bit-reliability based low-complexity decoding algorithms for non-binary LDPC codes", IEEE Trans. Commun. 62(12), 2014):
 * edges carry one symbol with one reliability, reliabilities are of bits, and the reliability of a vote is weighted by its distance from the decision.
 * Only the abstract could be read: that the sum R starts anew in every iteration, that the distance is from the present decision and the default weights
 * are choices of this project. With whole messages (R_j in the place of R_{i,j}), as Li et al. (IEEE Commun. Lett. 2016) have them, nb837-gf32 needs
 * more Eb/N0.
 *
 * Symbol flipping: one symbol a frame and iteration changes, by a function of failed checks and reliabilities (Liu, Gao, Dou and Tao, "Weighted
 * symbol-flipping decoding for nonbinary LDPC codes", 2010; of this paper the abstract). The function, and that the symbol of the iteration before stays,
 * are D-SFDP of Zhao, Jiao, Mu and He, "Randomly penalized symbol flipping decoding of non-binary LDPC code", as a public program has them
 * (abdallaka91/matlab-NB-decoders-algorithms). Its channel values have amplitude 1, here they are LLRs, so weights are in LLRs too.
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
  "wbrb-mlgd": {
    description: "weighted bit-reliability-based majority-logic decoding",
    equation: [
      "σ_{i,j} = (s_i ⊕ Σ_{k≠j} h_{i,k}·z_{i,k}) / h_{i,j}",
      "φ_{i,j} = min_{k≠j} min_b |R_{i,k,b}|",
      "R_{j,b} = C_{j,b} + Σ_i w(|σ_{i,j} ⊕ z_j|)·φ_{i,j}·(1 − 2σ_{i,j,b})",
      "  C the LLR of bit b in steps, R_{i,j} the sum without check i",
      "  z_{j,b} = 1 where R_{j,b} < 0, z_{i,j} likewise",
    ],
    source: "Huang, Zhang and Wang 2014, of which the abstract was read",
    claim:
      "Huang et al. 2014: good error rates at various column weights for less work and memory than other majority logic. Here it needs less Eb/N0 than isrb-mlgd on nb837-gf32, of column weight 4 (experiments/sweeps/nonbinary-approximations.json).",
    cost: {
      formula: "d·(4 + 2·log2(q))",
      operations: (d, q) => d * (4 + 2 * Math.log2(q)),
      kind: "comparison",
      of: "on integers, for each edge a product, a sum and a minimum in the check, a quotient, and a sum and a difference for each bit at the variable",
    },
    exactness: { devices: "bit-equal", text: "integers" },
    use: "Soft majority logic for codes over GF(4) and larger fields. On nb837-gf32, 50 iterations, FER 1e-2 takes 0.46 dB less than isrb-mlgd: 4.58 dB; at 4.5 dB 3 of 100 wrong frames are undetected (experiments/results/cpu/nonbinary-approximations.csv). The weights decide: they suit this code and may not suit others.",
    advice: [],
    input: "symbol",
    options: BIT_OPTIONS,
    llrMaximum: ({ step, bits }) => Number(step) * (2 ** Number(bits) - 1),
    decoder: (code, spec, ...rest) =>
      bitReliabilityProgram(
        voteNumbers(optionsOf(BIT_OPTIONS, spec), code.matrix.field.q, 1 / VOTE_PARTS),
        code,
        spec,
        ...rest,
      ),
  },
  "symbol-flipping": {
    description: "weighted symbol flipping: one symbol in each iteration",
    equation: [
      "σ_{i,j} = (s_i ⊕ Σ_{k≠j} h_{i,k}·z_k) / h_{i,j}",
      "E_j(a) = F_j(a) − F_j(z_j), F_j(a) = Σ_i w(|σ_{i,j} ⊕ a|) − L_j(a)",
      "z_j ← a for the greatest E_j(a), of another j than the last one",
    ],
    source: "Liu, Gao, Dou and Tao 2010, of which the abstract was read; E of Zhao, Jiao, Mu and He (D-SFDP)",
    claim:
      "Liu et al. 2010: an appealing tradeoff between FER and work for short codes over small fields. Here it needs less Eb/N0 than isrb-mlgd on nb837-gf32 (experiments/sweeps/nonbinary-approximations.json).",
    cost: {
      formula: "d·q",
      operations: (d, q) => d * q,
      kind: "comparison",
      of: "on integers: only the checks of the changed symbol work, for each variable a sum for each symbol and vote. For each check of the code a bound, where it has more checks than the square of a variable's degree",
    },
    exactness: { devices: "bit-equal", text: "integers" },
    use: "Where few symbols are wrong: one changes in each iteration, so take as many iterations as words have wrong symbols, and more. On nb837-gf32, 100 iterations, FER 1e-2 takes 0.19 dB less than isrb-mlgd with 50: 4.85 dB (experiments/results/cpu/nonbinary-approximations.csv). An iteration is one work item for each frame, so GPUs want many frames. Weights are LLRs: they suit one noise.",
    advice: [],
    input: "symbol",
    options: FLIPPING_OPTIONS,
    llrMaximum: ({ step, bits }) => Number(step) * (2 ** Number(bits) - 1),
    decoder: (code, spec, ...rest) =>
      flippingProgram(voteNumbers(optionsOf(FLIPPING_OPTIONS, spec), code.matrix.field.q), code, spec, ...rest),
  },
};

/** @param unit of the weights of votes; a step where left out. */
function voteNumbers(
  { step, bits, "vote-weights": weights }: { step: number; bits: number; "vote-weights": string },
  q: number,
  unit = step,
): VoteNumbers {
  return { constants: stepConstant(step), largest: 2 ** bits - 1, byDistance: byDistance(weights, q, unit) };
}

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
