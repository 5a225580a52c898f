import type { Part } from "../../../src/gpu/part.ts";

export const sumProductPhi: Part = { name: "binary/rules/sum-product-phi" };
