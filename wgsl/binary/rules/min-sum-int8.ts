import type { Part } from "../../../src/gpu/part.ts";
import { minSumInt8Simd } from "./simd/min-sum-int8.ts";

export const minSumInt8: Part = {
  name: "binary/rules/min-sum-int8",
  intrinsics: {
    magnitude_changed: ["i8x16.add_sat_s", "magnitude", "change"],
    signed: ["i8x16.sub", ["v128.xor", "change", "negative"], "negative"],
    bounded: ["i8x16.min_u", "magnitude", 0x1f1f1f1f],
  },
  simd: minSumInt8Simd,
};
