import type { Lanes } from "./lanes.ts";
import { f16Simd } from "./simd/f16.ts";

/** The CPU rounds to nearest even; devices may round otherwise, within a unit of the last place. */
export const f16: Lanes = {
  name: "binary/formats/f16",
  hasSignBit: true,
  interleave: 2,
  simd: f16Simd,
};
