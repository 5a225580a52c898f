import type { Part } from "../../../src/gpu/part.ts";
import type { Domain } from "./domain.ts";

/** The least product of probabilities, an f32 number. */
const LEAST_PRODUCT = Math.fround(1e-36);

/** Probabilities up to a factor, which multiply. */
const twin: Domain = {
  nothingKnown: 1,
  channelValue: (llr) => Math.fround(Math.exp(-Math.min(llr, 60))),
  together: (a, b) => Math.max(Math.fround(a * b), LEAST_PRODUCT),
  without: (all, part) => Math.fround(all / part),
  likelier: (a, b) => a > b,
};

export const probabilityDomain: Part<Domain> = {
  name: "nonbinary/domains/probability",
  wgsl: new URL("./probability.wgsl", import.meta.url),
  imports: [],
  twin,
};
