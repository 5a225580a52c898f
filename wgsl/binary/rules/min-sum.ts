import type { Part } from "../../../src/gpu/part.ts";

export const minSum: Part = { name: "binary/rules/min-sum" };
