import type { StepLanes } from "../lanes.ts";

export const int11: StepLanes = {
  name: "binary/formats/steps/int11",
  interleave: 2,
  steps: { perLlr: 16, channel: 320, message: 341, posterior: 1024 },
};
