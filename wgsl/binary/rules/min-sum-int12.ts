import type { Part } from "../../../src/gpu/part.ts";
import { twoMinimaPart } from "../check-node/two-minima.ts";
import { minSumInt12Simd } from "./simd/min-sum-int12.ts";

export const minSumInt12: Part = {
  name: "binary/rules/min-sum-int12",
  wgsl: new URL("./min-sum-int12.wgsl", import.meta.url),
  imports: [twoMinimaPart],
  simd: minSumInt12Simd,
};
