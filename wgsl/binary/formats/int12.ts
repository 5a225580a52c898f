import { INT12 } from "./int12-bounds.ts";
import { int12Shorts } from "./int12-shorts.ts";
import type { StepLanes } from "./lanes.ts";
import { stepsPart } from "./steps/steps.ts";

export const int12: StepLanes = {
  name: "binary/formats/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [stepsPart],
  interleave: 2,
  steps: INT12,
  onCpu: int12Shorts,
};
