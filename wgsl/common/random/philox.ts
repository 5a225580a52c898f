import type { RandomPart } from "./random.ts";
import { simdPhilox } from "./simd/philox.ts";

export const philoxPart: RandomPart = {
  name: "common/random/philox",
  wgsl: new URL("./philox.wgsl", import.meta.url),
  imports: [],
  simd: simdPhilox,
};
