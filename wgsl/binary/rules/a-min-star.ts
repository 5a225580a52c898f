import type { Part } from "../../../src/gpu/part.ts";
import { aMinStarSimd } from "./simd/a-min-star.ts";

export const aMinStar: Part = {
  name: "binary/rules/a-min-star",
  simd: aMinStarSimd,
};
