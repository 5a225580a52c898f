import type { RandomPart } from "./random.ts";
import { simdThreefry } from "./simd/threefry.ts";

export const threefryPart: RandomPart = {
  name: "common/random/threefry",
  wgsl: new URL("./threefry.wgsl", import.meta.url),
  imports: [],
  simd: simdThreefry,
};
