import type { Lanes } from "../lanes.ts";
import { INT11 } from "./step-bounds.ts";
import { stepsPart } from "./steps.ts";

export const int11: Lanes = {
  name: "binary/formats/steps/int11",
  wgsl: new URL("./int11.wgsl", import.meta.url),
  imports: [stepsPart],
  interleave: 2,
  stepsPerLlr: INT11.perLlr,
};
