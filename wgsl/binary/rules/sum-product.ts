import type { Part } from "../../../src/gpu/part.ts";
import { sumProductSimd } from "./simd/sum-product.ts";

export const sumProduct: Part = {
  name: "binary/rules/sum-product",
  simd: sumProductSimd,
};
