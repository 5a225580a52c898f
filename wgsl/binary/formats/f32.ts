import type { Lanes } from "./lanes.ts";
import { numbersPart } from "./numbers.ts";
import { f32Simd } from "./simd/f32.ts";

export const f32: Lanes = {
  name: "binary/formats/f32",
  wgsl: new URL("./f32.wgsl", import.meta.url),
  imports: [numbersPart],
  hasSignBit: true,
  interleave: 1,
  simd: f32Simd,
};
