import type { Part } from "../../../src/gpu/part.ts";
import { DIFFERENCE_BOUND, MESSAGE_BOUND } from "../formats/int12-bounds.ts";
import type { CheckNodeTwin } from "./check-node.ts";
import { minSumInt12Simd } from "./simd/min-sum-int12.ts";
import { twoMinimaInSteps, twoMinimaPart } from "./two-minima.ts";

export const minSumInt12: Part<CheckNodeTwin> = {
  name: "binary/rules/min-sum-int12",
  wgsl: new URL("./min-sum-int12.wgsl", import.meta.url),
  imports: [twoMinimaPart],
  twin: (constants) => twoMinimaInSteps(constants, { difference: DIFFERENCE_BOUND, message: MESSAGE_BOUND }),
  simd: minSumInt12Simd,
};
