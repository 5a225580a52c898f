import type { Part } from "../../../src/gpu/part.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { minimaPart } from "./minima.ts";

/** The same check node as `minSumInt12`, for int11 and byte. */
export const exclusiveBiased: Part = {
  name: "binary/chip/min-sum-biased",
  wgsl: new URL("./min-sum-biased.wgsl", import.meta.url),
  imports: [extrinsicPart, minimaPart],
};
