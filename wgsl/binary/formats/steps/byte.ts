import type { Lanes } from "../lanes.ts";
import { BYTE } from "./step-bounds.ts";
import { stepsPart } from "./steps.ts";

export const byte: Lanes = {
  name: "binary/formats/steps/byte",
  wgsl: new URL("./byte.wgsl", import.meta.url),
  imports: [stepsPart],
  interleave: 2,
  stepsPerLlr: BYTE.perLlr,
};
