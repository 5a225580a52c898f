import { boundPart } from "../../common/bound.ts";
import { halvesPart } from "./halves.ts";
import type { Lanes } from "./lanes.ts";
import { int12Simd } from "./simd/int12.ts";

export const int12: Lanes = {
  name: "binary/formats/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [boundPart, halvesPart],
  f16: true,
  interleave: 2,
  stepsPerLlr: 16,
  simd: int12Simd,
};
