import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNodeTwin } from "../check-node/check-node.ts";
import { twoMinimaInSteps, twoMinimaPart } from "../check-node/two-minima.ts";
import { DIFFERENCE_BOUND, MESSAGE_BOUND } from "../formats/int12-bounds.ts";
import { minSumInt12Simd } from "./simd/min-sum-int12.ts";

export const minSumInt12: Part<CheckNodeTwin> = {
  name: "binary/rules/min-sum-int12",
  wgsl: new URL("./min-sum-int12.wgsl", import.meta.url),
  imports: [twoMinimaPart],
  twin: (constants) => twoMinimaInSteps(constants, { difference: DIFFERENCE_BOUND, message: MESSAGE_BOUND }),
  simd: minSumInt12Simd,
};
