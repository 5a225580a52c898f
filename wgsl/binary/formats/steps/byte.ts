import type { StepLanes } from "../lanes.ts";
import { stepsPart } from "./steps.ts";

/** Messages have the range of a byte. */
export const byte: StepLanes = {
  name: "binary/formats/steps/byte",
  wgsl: new URL("./byte.wgsl", import.meta.url),
  imports: [stepsPart],
  interleave: 2,
  steps: { perLlr: 8, channel: 120, message: 127, posterior: 1024 },
};
