import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import { portionBits, portionIn } from "../../step.ts";
import { valuesOfSymbols, valuesOption } from "../../values.ts";
import type { VariableRule } from "../rule.ts";

const OPTIONS = {
  gamma: valuesOption(
    { minimum: -1, maximum: 1, rounded: (gamma, { messages }) => portionIn(messages, gamma) },
    { default: 0.125, description: "memory γ: its first 12 bits in f32, the nearest multiple of 1/256 in integers" },
  ),
  "gamma-seed": {
    default: 0,
    range: { minimum: 0, maximum: 2 ** 32 - 1, multipleOf: 1 },
    description: "seed of γ from a distribution",
  },
} as const satisfies DecoderOptions;

export const memory: VariableRule = {
  description: "the prior remembers the posterior of the iteration before",
  equation: ["P = b + Σ_k R_k, b = λ + γ·(P' − λ)", "  P' the posterior of the iteration before, γ of each variable"],
  source:
    "Müller et al. 2025, Improved belief propagation is sufficient for real-time decoding of quantum memory (arXiv:2506.01779), " +
    "where γ is disordered: another for each variable",
  claim:
    "Müller et al. 2025: disordered memories decode quantum codes that sum-product does not. Here relays of such memories fail less than normalised min-sum on circuits (ldpc experiment quantum-shots). Over GF(q) γ = 0.125 helps min-max and harms qspa: of 4,096 frames of beidou-96-48-gf64 at 1.5 dB, 20 iterations, 341 fail with min-max in int12 (plain 896), 262 with qspa (plain 187); at 2 dB, 10 iterations, 202, and behind a relay of 8 legs 26 (1 undetected) (experiments/results/cpu/claims.csv).",
  use:
    "Where messages oscillate: degenerate quantum codes, short loops; and where they are too large: of 4,096 frames of wifi-648-324 at 2 dB, " +
    "min-sum schedule=layered iterations=20, 88 fail with γ = 0.125, without memory 293 (experiments/results/cpu/claims.csv). " +
    "Layered, γ = 0.25 is already too much there. γ of a distribution differs from variable to variable, and some of its values may be negative.",
  options: OPTIONS,
  part: { name: "nodes/variables/memory" },
  values(spec, code, member) {
    const { gamma, "gamma-seed": seed } = optionsOf(OPTIONS, spec);
    const { messages } = spec.options;
    return Uint32Array.from(valuesOfSymbols(gamma, code, { seed, member }), (value) => portionBits(messages, value));
  },
};
