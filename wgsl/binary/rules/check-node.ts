import type { KernelConstants, KernelVariant } from "../../../src/gpu/kernel.ts";
import { minSum } from "./min-sum.ts";
import { minSumDamped } from "./min-sum-damped.ts";
import { minSumInt8 } from "./min-sum-int8.ts";
import { sumProduct } from "./sum-product.ts";
import { sumProductDirect } from "./sum-product-direct.ts";
import { sumProductPhi } from "./sum-product-phi.ts";
import { sumProductTanh } from "./sum-product-tanh.ts";

/**
 * A binary check node: replaces the first `degree` incoming messages by the outgoing ones.
 * @param negative the check's bit of the syndrome is 1.
 */
export type CheckNode = (t: Float64Array, degree: number, negative: boolean) => void;

/** Twin of the rule that the variant of a kernel imports. */
export function checkNodeOf(variant: KernelVariant, constants: KernelConstants): CheckNode {
  return rules[variant.imports?.rule ?? ""](constants);
}

const rules: Readonly<Record<string, (constants: KernelConstants) => CheckNode>> = {
  "binary/rules/min-sum": minSum,
  "binary/rules/min-sum-int8": minSumInt8,
  "binary/rules/min-sum-damped": minSumDamped,
  "binary/rules/sum-product": sumProduct,
  "binary/rules/sum-product-direct": sumProductDirect,
  "binary/rules/sum-product-phi": sumProductPhi,
  "binary/rules/sum-product-tanh": sumProductTanh,
};
