import { INT12 } from "./int12-bounds.ts";
import { int12Shorts } from "./int12-shorts.ts";
import type { StepLanes } from "./lanes.ts";

export const int12: StepLanes = {
  name: "binary/formats/int12",
  interleave: 2,
  steps: INT12,
  onCpu: int12Shorts,
};
