import { threefry } from "../../../src/channel/random/threefry.ts";
import type { RandomPart } from "./random.ts";
import { simdThreefry } from "./simd/threefry.ts";

export const threefryPart: RandomPart = {
  name: "common/random/threefry",
  wgsl: new URL("./threefry.wgsl", import.meta.url),
  imports: [],
  twin: threefry,
  simd: simdThreefry,
};
