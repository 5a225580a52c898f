import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { CheckNode } from "./check-node.ts";
import { twoMinima } from "./two-minima.ts";

/** Twin of wgsl/binary/rules/min-sum-int8.wgsl: the same integers, one at a time. */
export function minSumInt8({ SCALE, OFFSET_STEPS }: KernelConstants): CheckNode {
  return twoMinima(127, (least) => Math.min(Math.max(((least * SCALE + 8) >> 4) - OFFSET_STEPS, 0), 31));
}
