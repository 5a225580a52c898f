import type { Part } from "../../../src/gpu/part.ts";

export const minSumDamped: Part = { name: "binary/rules/min-sum-damped" };
