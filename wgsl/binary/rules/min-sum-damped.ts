import type { CheckNode } from "./check-node.ts";
import { twoMinima } from "./two-minima.ts";

/** Twin of wgsl/binary/rules/min-sum-damped.wgsl. */
export function minSumDamped(): CheckNode {
  return twoMinima(0x7fffffff, (least) => Math.min(Math.floor((least * 3) / 4), 127));
}
