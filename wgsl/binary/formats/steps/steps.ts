import type { Part } from "../../../../src/gpu/part.ts";
import { boundPart } from "../../../common/bound.ts";
import { halvesPart } from "../halves.ts";
import { numbersPart } from "../numbers.ts";

export const stepsPart: Part = {
  name: "binary/formats/steps/steps",
  wgsl: new URL("./steps.wgsl", import.meta.url),
  imports: [boundPart, halvesPart, numbersPart],
  f16: true,
};
