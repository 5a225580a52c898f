import type { StepLanes } from "../lanes.ts";
import { stepsPart } from "./steps.ts";

export const int11: StepLanes = {
  name: "binary/formats/steps/int11",
  wgsl: new URL("./int11.wgsl", import.meta.url),
  imports: [stepsPart],
  interleave: 2,
  steps: { perLlr: 16, channel: 320, message: 341, posterior: 1024 },
};
