import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNodeTwin } from "../check-node/check-node.ts";
import { twoMinimaInSteps } from "../check-node/two-minima.ts";
import { minSumInt8Simd } from "./simd/min-sum-int8.ts";

export const minSumInt8: Part<CheckNodeTwin> = {
  name: "binary/rules/min-sum-int8",
  wgsl: new URL("./min-sum-int8.wgsl", import.meta.url),
  imports: [],
  twin: (constants) => twoMinimaInSteps(constants, { difference: 127, message: 31 }),
  simd: minSumInt8Simd,
};
