import type { Part } from "../../../src/gpu/part.ts";
import { boundPart } from "../../common/bound.ts";
import { simdLlr } from "./simd/llr.ts";

/** Costs: LLRs, which are added. */
export const llrDomain: Part = {
  name: "nonbinary/domains/llr",
  wgsl: new URL("./llr.wgsl", import.meta.url),
  imports: [boundPart],
  simd: simdLlr,
};
