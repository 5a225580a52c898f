import { boundPart } from "../../common/bound.ts";
import { halvesPart } from "./halves.ts";
import { int12Shorts } from "./int12-shorts.ts";
import type { Lanes } from "./lanes.ts";
import { numbersPart } from "./numbers.ts";

export const int12: Lanes = {
  name: "binary/formats/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [boundPart, halvesPart, numbersPart],
  f16: true,
  interleave: 2,
  stepsPerLlr: 16,
  onCpu: int12Shorts,
};
