import type { Part } from "../../../src/gpu/part.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { phiPart } from "../check-node/phi.ts";
import { sumProductSimd } from "./simd/sum-product.ts";

export const sumProduct: Part = {
  name: "binary/rules/sum-product",
  wgsl: new URL("./sum-product.wgsl", import.meta.url),
  imports: [extrinsicPart, phiPart],
  simd: sumProductSimd,
};
