import type { Lanes } from "./lanes.ts";
import { int8Simd } from "./simd/int8.ts";

export const int8: Lanes = {
  name: "binary/formats/int8",
  interleave: 4,
  simd: int8Simd,
};
