import type { BinaryRule } from "../rule.ts";
import { aMinStar } from "./a-min-star.ts";
import { finiteAlphabet } from "./finite-alphabet.ts";
import { minStar } from "./min-star.ts";
import { minSum } from "./min-sum.ts";
import { normalisedMinSum } from "./normalised-min-sum.ts";
import { offsetMinSum } from "./offset-min-sum.ts";
import { sionna5gMinSum } from "./sionna-5g-min-sum.ts";
import { sumProduct } from "./sum-product.ts";

/** Check-node rules of bits by the name of their decoders. `npx vitest run test/decoder/rules-index -u` adds a rule. */
export const binaryRules: Readonly<Record<string, BinaryRule>> = {
  "sum-product": sumProduct,
  "a-min-star": aMinStar,
  "min-star": minStar,
  "min-sum": minSum,
  "normalised-min-sum": normalisedMinSum,
  "offset-min-sum": offsetMinSum,
  "sionna-5g-min-sum": sionna5gMinSum,
  "finite-alphabet": finiteAlphabet,
};
