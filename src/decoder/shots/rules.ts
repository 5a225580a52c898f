import { InputError } from "../../errors.ts";
import { PLAIN_NODES } from "../nodes/rules.ts";
import type { DecoderOption, DecoderOptions, RuleWithOptions } from "../option.ts";
import type { CheckCost, DecodableCode, Exactness, RuleNotes } from "../rule.ts";
import { checkNodeRules } from "../rules.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { wholeScale } from "../step.ts";
import { valuesOfSymbols, valuesOption } from "../values.ts";
import { SUM_BOUND, SUM_BOUND_16 } from "./model.ts";

/**
 * The decoders of whole shots of error models, in whole numbers alone: they compute the same bits on every device. A column has a prior,
 * λ = ln((1 − p)/p). Flooding; messages begin as λ. Rules of min-sum are decoders of whole shots with messages=int10 or int16.
 */

/** Memory strengths are multiples of 1/64. */
export const GAMMA_ONE = 64;
/** Scales are multiples of 2^-15, for kernels; options of 1/256. */
export const SCALE_ONE = 2 ** 15;

const ITERATIONS = {
  description: "most iterations, of a relay those of its first leg",
  range: { minimum: 1, maximum: 10_000, multipleOf: 1 },
} as const;

/** Memory strengths of columns. */
const gammaOption = (value: string, description: string) =>
  valuesOption(
    { minimum: -1, maximum: 1, rounded: (gamma) => Math.floor(gamma * GAMMA_ONE + 0.5) / GAMMA_ONE },
    { default: value, description: `${description}, rounded to multiples of 1/64` },
  );

const SEED = {
  default: 0,
  description: "seed of the memory strengths from a distribution",
  range: { minimum: 0, maximum: 2 ** 32 - 1, multipleOf: 1 },
} as const;

const MEMORY = {
  iterations: { ...ITERATIONS, default: 100 },
  gamma: gammaOption("0.15625", "memory strength"),
  "gamma-seed": SEED,
} as const satisfies DecoderOptions;

const RELAY = {
  iterations: { ...ITERATIONS, default: 80 },
  gamma: gammaOption("0.109375", "memory strength of the first leg"),
  "gamma-seed": SEED,
  legs: { default: 60, description: "most legs after the first", range: { minimum: 0, maximum: 1000, multipleOf: 1 } },
  "leg-iterations": {
    default: 60,
    description: "most iterations of a later leg",
    range: { minimum: 1, maximum: 10_000, multipleOf: 1 },
  },
  "leg-gamma": gammaOption("uniform(-0.24,0.66)", "memory strengths of the later legs, other ones for each leg"),
  solutions: {
    default: 5,
    description: "corrections that explain the syndrome, of which the likeliest is taken",
    range: { minimum: 1, maximum: 1000, multipleOf: 1 },
  },
} as const satisfies DecoderOptions;

/** Number formats of whole shots, by the bits of a column's sum; memory and relay always use 10. */
const WHOLE_SHOTS = "int10";
const WHOLE_SHOTS_16 = "int16";

const FINENESS = {
  default: 2,
  onlyWith: ["messages", WHOLE_SHOTS],
  description:
    "steps of an LLR as a multiple of those of decoders with memory; with 2 the largest prior is half of theirs",
  range: { minimum: 1, maximum: 2, multipleOf: 1 },
} as const satisfies DecoderOption;

/** The options of a rule of min-sum, with the number formats of whole shots. */
function withWholeShots(rule: string): RuleWithOptions {
  const { options } = checkNodeRules[rule];
  const { choices = [], description, ...messages } = options.messages;
  return {
    options: {
      ...options,
      messages: {
        ...messages,
        choices: [...choices, WHOLE_SHOTS, WHOLE_SHOTS_16],
        description: `${description}; ${WHOLE_SHOTS} and ${WHOLE_SHOTS_16}: whole shots of error models alone, in steps that depend on the model, with sums of 10 or 16 bits; a GPU has those of 16 bits in device memory`,
      },
      fineness: FINENESS,
    },
  };
}

const COST: CheckCost = {
  formula: "8d",
  operations: (d) => 8 * d,
  kind: "comparison",
  of: "for each edge of two shots minima, magnitude, comparison, selection and signs",
};

const EXACTNESS: Exactness = { devices: "bit-equal", text: "whole numbers" };

const SOURCE =
  "Müller et al. 2025, Improved belief propagation is sufficient for real-time decoding of quantum memory (arXiv:2506.01779)";

/** The decoders that are of error models alone. */
export const modelRules: Readonly<Record<string, RuleWithOptions & RuleNotes>> = {
  memory: {
    description: "min-sum whose priors remember posteriors",
    equation: ["P = b + Σ_k R_k, b = λ + γ·(P' − λ), γ of each column", "R_i = Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
    source: SOURCE,
    claim:
      "Müller et al. 2025: disordered memories end oscillations of min-sum. Here a relay of them has fewer logical errors than normalised " +
      "min-sum on the measured circuits (ldpc experiment quantum-shots).",
    cost: COST,
    exactness: EXACTNESS,
    use: "Whole shots of error models, where messages of min-sum oscillate. It is the first leg of a relay.",
    advice: [],
    options: MEMORY,
  },
  relay: {
    description: "min-sum with memory in legs; the lightest of several corrections",
    equation: [
      "leg r: P = b + Σ_k R_k, b = λ + γ_r·(P' − λ), P' from leg to leg",
      "of all P that explain the detectors: argmin Σ_{n: P_n < 0} λ_n",
    ],
    source: SOURCE,
    claim:
      "Müller et al. 2025: a relay reaches the logical error rates of slower decoders in real time. Here its rate on [[72,12,6]] is that of " +
      "another program of the same rule, and a shot takes less than a millisecond on one GPU (ldpc experiment quantum-shots).",
    cost: COST,
    exactness: EXACTNESS,
    use: "The default of error models, at published logical error rates. With solutions=1 it is several times as fast and hardly worse.",
    advice: [
      {
        wanted: "logical error rate of a quantum circuit",
        decoder: "relay solutions=5",
        reason: "the lightest of five corrections, from legs that have different memories",
      },
    ],
    options: RELAY,
  },
};

/** Options of the decoders of whole shots by rule, in the place of those that `checkNodeRules` has. */
export const shotRules: Readonly<Record<string, RuleWithOptions>> = {
  "min-sum": withWholeShots("min-sum"),
  "normalised-min-sum": withWholeShots("normalised-min-sum"),
  ...modelRules,
};

/** Whether a decoder is of whole shots of error models. */
export function isShotDecoder({ rule, options }: DecoderSpec): boolean {
  const isOfShots = [WHOLE_SHOTS, WHOLE_SHOTS_16].includes(String(options.messages));
  return Object.hasOwn(modelRules, rule) || (isOfShots && Object.hasOwn(shotRules, rule));
}

/** The decoder of an error model if none is named. */
export const DEFAULT_SHOT_DECODER = "relay";

/** A decoder of error models as kernels compute it. */
export interface ShotDecoder {
  readonly iterations: number;
  /** Factor of the least magnitudes in multiples of 2^-15, up to 2^15. */
  readonly scale: number;
  /** Steps of an LLR as a multiple of `ShotNumbers.steps`. */
  readonly fineness: number;
  /** Largest sum of a column. */
  readonly sumBound: number;
  /** Whether messages and posteriors remember the posterior before. */
  readonly hasMemory: boolean;
  /** Legs after the first. */
  readonly legs: number;
  readonly legIterations: number;
  readonly solutions: number;
  /** Memory strengths of the columns in a leg, in 1/64. */
  gammas(leg: number): Int32Array;
}

/** Options of rules of min-sum that decoders of whole shots do not have, and the values that stand for that. */
const LEFT_OUT = { schedule: "flooding", weights: "none", ...PLAIN_NODES, reprocess: "none" };

/** @param code the error model, whose columns have memory strengths. */
export function shotDecoder(spec: DecoderSpec, code: DecodableCode): ShotDecoder {
  const { rule, iterations, stop, options } = spec;
  if (!isShotDecoder(spec)) {
    const names = [...Object.keys(modelRules), `normalised-min-sum messages=${WHOLE_SHOTS}`];
    throw new InputError(`${rule} decodes no whole shots of error models: choose ${names.join(", ")}`);
  }
  if (stop !== "syndrome") {
    throw new InputError(`decoder ${rule}: a shot ends when its detectors are explained: leave out stop=${stop}`);
  }
  const gammasOf = (text: string, seed: number, member: number) =>
    Int32Array.from(valuesOfSymbols(text, code, { seed, member }), (gamma) => Math.floor(gamma * GAMMA_ONE + 0.5));
  const single = {
    iterations,
    scale: SCALE_ONE,
    fineness: 1,
    sumBound: SUM_BOUND,
    hasMemory: true,
    legs: 0,
    legIterations: 1,
    solutions: 1,
  };
  if (!Object.hasOwn(modelRules, rule)) {
    for (const [name, wanted] of Object.entries(LEFT_OUT)) {
      if (options[name] !== undefined && options[name] !== wanted) {
        throw new InputError(
          `decoder ${rule}: ${name}=${options[name]} does not go with messages=${options.messages}: leave one of them out; memory and relay are decoders of whole shots with memory`,
        );
      }
    }
    const none = new Int32Array(code.matrix.columns);
    const scale = Math.round(wholeScale(Number(options.scale ?? 1)) * SCALE_ONE);
    const numbers =
      options.messages === WHOLE_SHOTS ? { fineness: Number(options.fineness) } : { sumBound: SUM_BOUND_16 };
    return { ...single, ...numbers, scale, hasMemory: false, gammas: () => none };
  }
  if (rule === "memory") {
    const { gamma, "gamma-seed": seed } = optionsOf(MEMORY, spec);
    const gammas = gammasOf(gamma, seed, 0);
    return { ...single, gammas: () => gammas };
  }
  const { gamma, "gamma-seed": seed, legs, "leg-iterations": legIterations, ...relay } = optionsOf(RELAY, spec);
  const { "leg-gamma": legGamma, solutions } = relay;
  if (legs * legIterations + iterations >= 2 ** 16) {
    throw new InputError(
      `decoder ${rule}: all legs have ${legs * legIterations + iterations} iterations: at most ${2 ** 16 - 1}`,
    );
  }
  const gammas = (leg: number) => (leg === 0 ? gammasOf(gamma, seed, 0) : gammasOf(legGamma, seed, leg));
  return { ...single, legs, legIterations, solutions, gammas };
}
