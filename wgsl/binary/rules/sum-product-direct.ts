import type { Part } from "../../../src/gpu/part.ts";

export const sumProductDirect: Part = { name: "binary/rules/sum-product-direct" };
