import type { Part } from "../../../src/gpu/part.ts";

/** The meanings of the numbers in messages. */
export const domains = {
  /** Costs: LLRs, which are added. */
  llr: { name: "nonbinary/domains/llr" },
  /** Probabilities up to a factor, which are multiplied; of two frames. */
  probability: { name: "nonbinary/domains/probability" },
  probabilityPairs: { name: "nonbinary/domains/probability-pairs" },
  /** LLRs in whole numbers of steps. */
  steps: { name: "nonbinary/domains/steps" },
  /** Probabilities up to a factor in 12 bits, whose every operation is exact. */
  grid: { name: "nonbinary/domains/grid" },
} as const satisfies Readonly<Record<string, Part>>;
