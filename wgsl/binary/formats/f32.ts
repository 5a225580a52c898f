import type { Lanes } from "./lanes.ts";
import { f32Simd } from "./simd/f32.ts";

export const f32: Lanes = {
  name: "binary/formats/f32",
  hasSignBit: true,
  interleave: 1,
  simd: f32Simd,
};
