import type { Part } from "../../../src/gpu/part.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { phiPart } from "../check-node/phi.ts";
import { aMinStarSimd } from "./simd/a-min-star.ts";

export const aMinStar: Part = {
  name: "binary/rules/a-min-star",
  wgsl: new URL("./a-min-star.wgsl", import.meta.url),
  imports: [extrinsicPart, phiPart],
  simd: aMinStarSimd,
};
