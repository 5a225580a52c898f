import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import { DIFFERENCE_BOUND, MESSAGE_BOUND } from "../formats/int12-bounds.ts";
import type { CheckNode, CheckNodeTwin } from "./check-node.ts";
import { minSumInt12Simd } from "./simd/min-sum-int12.ts";
import { twoMinima, twoMinimaPart } from "./two-minima.ts";

export const minSumInt12: Part<CheckNodeTwin> = {
  name: "binary/rules/min-sum-int12",
  wgsl: new URL("./min-sum-int12.wgsl", import.meta.url),
  imports: [twoMinimaPart],
  twin,
  simd: minSumInt12Simd,
};

/** Twin: the same whole numbers. */
function twin({ SCALE, OFFSET_STEPS }: KernelConstants): CheckNode {
  return twoMinima(DIFFERENCE_BOUND, (least) =>
    Math.min(Math.max(((least * SCALE + 128) >> 8) - OFFSET_STEPS, 0), MESSAGE_BOUND),
  );
}
