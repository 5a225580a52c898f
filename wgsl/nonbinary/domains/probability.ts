import type { Part } from "../../../src/gpu/part.ts";
import { simdProbability } from "./simd/probability.ts";

/** Probabilities up to a factor, which are multiplied. */
export const probabilityDomain: Part = {
  name: "nonbinary/domains/probability",
  wgsl: new URL("./probability.wgsl", import.meta.url),
  imports: [],
  simd: simdProbability,
};
