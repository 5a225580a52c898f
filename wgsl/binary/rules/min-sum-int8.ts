import type { Part } from "../../../src/gpu/part.ts";
import { minSumInt8Simd } from "./simd/min-sum-int8.ts";

export const minSumInt8: Part = {
  name: "binary/rules/min-sum-int8",
  wgsl: new URL("./min-sum-int8.wgsl", import.meta.url),
  imports: [],
  simd: minSumInt8Simd,
};
