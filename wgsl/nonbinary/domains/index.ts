import type { Part } from "../../../src/gpu/part.ts";
import { llrDomain } from "./llr.ts";
import { probabilityDomain } from "./probability.ts";
import { probabilityPairsDomain } from "./probability-pairs.ts";
import { stepsDomain } from "./steps.ts";

/** The meanings of the numbers in messages. */
export const domains = {
  llr: llrDomain,
  probability: probabilityDomain,
  probabilityPairs: probabilityPairsDomain,
  steps: stepsDomain,
} as const satisfies Readonly<Record<string, Part>>;
