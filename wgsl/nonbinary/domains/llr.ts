import type { Part } from "../../../src/gpu/part.ts";
import { boundPart } from "../../common/bound.ts";
import type { Domain } from "./domain.ts";
import { simdLlr } from "./simd/llr.ts";

/** Costs: LLRs that add up. */
const twin: Domain = {
  nothingKnown: 0,
  channelValue: (llr) => llr,
  together: (a, b) => Math.fround(a + b),
  without: (all, part) => Math.fround(all - part),
  likelier: (a, b) => a < b,
};

export const llrDomain: Part<Domain> = {
  name: "nonbinary/domains/llr",
  wgsl: new URL("./llr.wgsl", import.meta.url),
  imports: [boundPart],
  twin,
  simd: simdLlr,
};
