import type { Part } from "../../../src/gpu/part.ts";
import { twoMinimaPart } from "../check-node/two-minima.ts";

export const minSumInt12: Part = {
  name: "binary/rules/min-sum-int12",
  wgsl: new URL("./min-sum-int12.wgsl", import.meta.url),
  imports: [twoMinimaPart],
};
