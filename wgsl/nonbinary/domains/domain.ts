import type { KernelVariant } from "../../../src/gpu/kernel.ts";

/** What the numbers of a message mean. Twin of wgsl/nonbinary/domains/llr or wgsl/nonbinary/domains/probability. */
export interface Domain {
  readonly nothingKnown: number;
  channelValue(llr: number): number;
  together(a: number, b: number): number;
  without(all: number, part: number): number;
  likelier(a: number, b: number): boolean;
}

/** Costs: LLRs that add up. */
export const llrDomain: Domain = {
  nothingKnown: 0,
  channelValue: (llr) => llr,
  together: (a, b) => Math.fround(a + b),
  without: (all, part) => Math.fround(all - part),
  likelier: (a, b) => a < b,
};

/** The least product of probabilities, an f32 number. */
const LEAST_PRODUCT = Math.fround(1e-36);

/** Probabilities up to a factor, which multiply. */
export const probabilityDomain: Domain = {
  nothingKnown: 1,
  channelValue: (llr) => Math.fround(Math.exp(-Math.min(llr, 60))),
  together: (a, b) => Math.max(Math.fround(a * b), LEAST_PRODUCT),
  without: (all, part) => Math.fround(all / part),
  likelier: (a, b) => a > b,
};

/** The domain that the variant of a kernel imports. */
export function domainOf(variant: KernelVariant): Domain {
  return variant.imports?.domain === "nonbinary/domains/probability" ? probabilityDomain : llrDomain;
}
