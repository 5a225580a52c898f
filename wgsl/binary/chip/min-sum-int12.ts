import type { Part } from "../../../src/gpu/part.ts";

/** The same check node as `minSumInt12`, for formats of other ranges. */
export const exclusiveInt12: Part = { name: "binary/chip/min-sum-int12" };
