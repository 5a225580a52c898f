import type { Part } from "../../../src/gpu/part.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { minimaPart } from "./minima.ts";

/** The same check node as `minSumInt12`, for formats of other ranges. */
export const exclusiveInt12: Part = {
  name: "binary/chip/min-sum-int12",
  wgsl: new URL("./min-sum-int12.wgsl", import.meta.url),
  imports: [extrinsicPart, minimaPart],
};
