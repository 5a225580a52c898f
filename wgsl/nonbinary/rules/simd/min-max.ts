import type { SimdKernel } from "../../../../src/gpu/kernel.ts";
import { binary, floats } from "../../../../src/wasm/simd.ts";
import { LLR_BOUND } from "../../../common/bound.ts";
import { PLACE_PARAMETERS } from "../../simd/lanes.ts";
import { POSITIVE_FLOATS, trellisStep } from "../trellis/simd/trellis-step.ts";
import { checkFunction, scratchWords } from "./forward-backward.ts";
import { simdLaneChecks } from "./lane-checks.ts";
import { giveFunction, loadFunction, type Normalisation } from "./lane-edges.ts";

/** A message minus its least element, at most LLR_BOUND. */
export const LEAST_TAKEN: Normalisation = {
  start: floats(Number.POSITIVE_INFINITY),
  gathered: (least, value) => binary("f32x4.pmin", least, value),
  normalised: (value, least) => binary("f32x4.pmin", binary("f32x4.sub", value, least), floats(LLR_BOUND)),
};

/** Min-Max check nodes. */
export const simdMinMax: SimdKernel = simdLaneChecks({
  name: "nonbinary/rules/min-max",
  functions: (shape) => [
    trellisStep(shape.q, POSITIVE_FLOATS),
    loadFunction(shape, LEAST_TAKEN),
    giveFunction(shape),
    checkFunction({ ...shape, frameParameters: PLACE_PARAMETERS }),
  ],
  scratchWords,
});
