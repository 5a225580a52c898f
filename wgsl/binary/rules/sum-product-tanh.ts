import type { Part } from "../../../src/gpu/part.ts";
import { sumProductSimd } from "./simd/sum-product.ts";

export const sumProductTanh: Part = {
  name: "binary/rules/sum-product-tanh",
  // This form is within the tolerance, and faster than products of tanh, which also take an exponential and a
  // logarithm.
  simd: sumProductSimd,
};
