import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "./check-node.ts";
import { minSumInt8Simd } from "./simd/min-sum-int8.ts";
import { twoMinima } from "./two-minima.ts";

export const minSumInt8: Part<CheckNodeTwin> = {
  name: "binary/rules/min-sum-int8",
  wgsl: new URL("./min-sum-int8.wgsl", import.meta.url),
  imports: [],
  twin,
  simd: minSumInt8Simd,
};

/** Twin: the same integers, one at a time. */
function twin({ SCALE, OFFSET_STEPS }: KernelConstants): CheckNode {
  return twoMinima(127, (least) => Math.min(Math.max(((least * SCALE + 128) >> 8) - OFFSET_STEPS, 0), 31));
}
