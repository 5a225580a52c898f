import type { Part } from "../../../src/gpu/part.ts";

export const minSumInt12: Part = { name: "binary/rules/min-sum-int12" };
