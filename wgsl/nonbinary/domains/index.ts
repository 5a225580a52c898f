import type { Part } from "../../../src/gpu/part.ts";

/** Costs: LLRs, which are added. */
export const llrDomain: Part = { name: "nonbinary/domains/llr" };

/** Probabilities up to a factor, which are multiplied. */
export const probabilityDomain: Part = { name: "nonbinary/domains/probability" };

/** Probabilities of two frames up to a factor. */
export const probabilityPairsDomain: Part = { name: "nonbinary/domains/probability-pairs" };

/** LLRs in whole numbers of steps. */
export const stepsDomain: Part = { name: "nonbinary/domains/steps" };

/** Probabilities up to a factor in 12 bits, whose every operation is exact. */
export const gridDomain: Part = { name: "nonbinary/domains/grid" };

/** The meanings of the numbers in messages. */
export const domains = {
  llr: llrDomain,
  probability: probabilityDomain,
  probabilityPairs: probabilityPairsDomain,
  steps: stepsDomain,
  grid: gridDomain,
} as const satisfies Readonly<Record<string, Part>>;
