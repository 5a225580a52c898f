import type { StepLanes } from "../lanes.ts";

/** Messages have the range of a byte. */
export const byte: StepLanes = {
  name: "binary/formats/steps/byte",
  interleave: 2,
  steps: { perLlr: 8, channel: 120, message: 127, posterior: 1024 },
};
