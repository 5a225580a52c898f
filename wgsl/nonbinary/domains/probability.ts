import type { Part } from "../../../src/gpu/part.ts";
import type { Domain } from "./domain.ts";
import { LARGEST_LLR, LEAST_PRODUCT } from "./limits.ts";
import { simdProbability } from "./simd/probability.ts";

/** Probabilities up to a factor, which multiply. */
const twin: Domain = {
  nothingKnown: 1,
  channelValue: (llr) => Math.fround(Math.exp(-Math.min(llr, LARGEST_LLR))),
  together: (a, b) => Math.max(Math.fround(a * b), LEAST_PRODUCT),
  without: (all, part) => Math.fround(all / part),
  likelier: (a, b) => a > b,
};

export const probabilityDomain: Part<Domain> = {
  name: "nonbinary/domains/probability",
  wgsl: new URL("./probability.wgsl", import.meta.url),
  imports: [],
  twin,
  simd: simdProbability,
};
