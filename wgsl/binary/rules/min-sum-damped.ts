import type { Part } from "../../../src/gpu/part.ts";
import { twoMinimaPart } from "../check-node/two-minima.ts";

export const minSumDamped: Part = {
  name: "binary/rules/min-sum-damped",
  wgsl: new URL("./min-sum-damped.wgsl", import.meta.url),
  imports: [twoMinimaPart],
};
