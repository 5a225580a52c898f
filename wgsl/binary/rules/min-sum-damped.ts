import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "../check-node/check-node.ts";
import { twoMinima, twoMinimaPart } from "../check-node/two-minima.ts";

export const minSumDamped: Part<CheckNodeTwin> = {
  name: "binary/rules/min-sum-damped",
  wgsl: new URL("./min-sum-damped.wgsl", import.meta.url),
  imports: [twoMinimaPart],
  twin,
};

function twin({ MESSAGE_CLIP }: KernelConstants): CheckNode {
  return twoMinima(0x7fffffff, (least) => Math.min(Math.floor((least * 3) / 4), MESSAGE_CLIP));
}
