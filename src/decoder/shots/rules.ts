import { InputError } from "../../errors.ts";
import type { DecoderOptions, RuleWithOptions } from "../option.ts";
import type { DecodableCode } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { valuesOfSymbols, valuesOption } from "../values.ts";

/**
 * The decoders of error models, in whole numbers alone: they compute the same bits on every device. A column has a prior, λ = ln((1 − p)/p).
 * Flooding; messages begin as λ.
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

const MIN_SUM = {
  iterations: { ...ITERATIONS, default: 30 },
  scale: {
    default: 0.625,
    description: "factor of the least magnitude, rounded to multiples of 1/256",
    range: { minimum: 1 / 256, maximum: 1 },
    becomes: (value: number) => Math.max(1, Math.round(256 * value)) / 256,
  },
  fineness: {
    default: 2,
    description:
      "steps of an LLR as a multiple of those of decoders with memory; with 2 the largest prior is half of theirs",
    range: { minimum: 1, maximum: 2, multipleOf: 1 },
  },
} as const satisfies DecoderOptions;

const MEMORY = {
  iterations: { ...ITERATIONS, default: 100 },
  gamma: gammaOption("0.15625", "memory strength"),
  "gamma-seed": SEED,
} as const satisfies DecoderOptions;

const RELAY = {
  iterations: { ...ITERATIONS, default: 80 },
  gamma0: gammaOption("0.109375", "memory strength of the first leg"),
  gamma: gammaOption("uniform(-0.24,0.66)", "memory strengths of the later legs, other ones for each leg"),
  "gamma-seed": SEED,
  legs: { default: 60, description: "most legs after the first", range: { minimum: 0, maximum: 1000, multipleOf: 1 } },
  "leg-iterations": {
    default: 60,
    description: "most iterations of a later leg",
    range: { minimum: 1, maximum: 10_000, multipleOf: 1 },
  },
  solutions: {
    default: 5,
    description: "corrections that explain the syndrome, of which the likeliest is taken",
    range: { minimum: 1, maximum: 1000, multipleOf: 1 },
  },
} as const satisfies DecoderOptions;

/** The decoders of error models by name. */
export const shotRules: Readonly<Record<string, RuleWithOptions>> = {
  "scaled-min-sum": { options: MIN_SUM },
  memory: { options: MEMORY },
  relay: { options: RELAY },
};

/** The decoder of an error model if none is named. */
export const DEFAULT_SHOT_DECODER = "relay";

/** A decoder of error models as kernels compute it. */
export interface ShotDecoder {
  readonly iterations: number;
  /** Factor of the least magnitudes in multiples of 2^-15, up to 2^15. */
  readonly scale: number;
  /** Steps of an LLR as a multiple of `ShotNumbers.steps`. */
  readonly fineness: number;
  /** Whether messages and posteriors remember the posterior before. */
  readonly hasMemory: boolean;
  /** Legs after the first. */
  readonly legs: number;
  readonly legIterations: number;
  readonly solutions: number;
  /** Memory strengths of the columns in a leg, in 1/64. */
  gammas(leg: number): Int32Array;
}

/**
 * @param code the error model, whose columns have memory strengths.
 * @throws InputError for another rule, for a decoder that does not stop early, or for too many iterations of all legs.
 */
export function shotDecoder(spec: DecoderSpec, code: DecodableCode): ShotDecoder {
  const { rule, iterations, stop } = spec;
  if (!Object.hasOwn(shotRules, rule)) {
    throw new InputError(`${rule} is no decoder of error models: choose ${Object.keys(shotRules).join(", ")}`);
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
    hasMemory: true,
    legs: 0,
    legIterations: 1,
    solutions: 1,
  };
  if (rule === "scaled-min-sum") {
    const { scale, fineness } = optionsOf(MIN_SUM, spec);
    const none = new Int32Array(code.matrix.columns);
    return { ...single, scale: Math.round(scale * SCALE_ONE), fineness, hasMemory: false, gammas: () => none };
  }
  if (rule === "memory") {
    const { gamma, "gamma-seed": seed } = optionsOf(MEMORY, spec);
    const gammas = gammasOf(gamma, seed, 0);
    return { ...single, gammas: () => gammas };
  }
  const options = optionsOf(RELAY, spec);
  const { gamma0, gamma, "gamma-seed": seed, legs, "leg-iterations": legIterations, solutions } = options;
  if (legs * legIterations + iterations >= 2 ** 16) {
    throw new InputError(
      `decoder ${rule}: all legs have ${legs * legIterations + iterations} iterations: at most ${2 ** 16 - 1}`,
    );
  }
  const gammas = (leg: number) => (leg === 0 ? gammasOf(gamma0, seed, 0) : gammasOf(gamma, seed, leg));
  return { ...single, legs, legIterations, solutions, gammas };
}
