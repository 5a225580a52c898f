import { int12Shorts } from "./int12-shorts.ts";
import type { Lanes } from "./lanes.ts";
import { stepsPart } from "./steps/steps.ts";

export const int12: Lanes = {
  name: "binary/formats/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [stepsPart],
  interleave: 2,
  stepsPerLlr: 16,
  onCpu: int12Shorts,
};
