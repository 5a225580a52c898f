import type { Part } from "../../../src/gpu/part.ts";
import { boundPart } from "../../common/bound.ts";
import { twoMinimaPart } from "../check-node/two-minima.ts";

export const minSum: Part = {
  name: "binary/rules/min-sum",
  wgsl: new URL("./min-sum.wgsl", import.meta.url),
  imports: [boundPart, twoMinimaPart],
};
