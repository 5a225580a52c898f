import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "../check-node/check-node.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { sumProductSimd } from "./simd/sum-product.ts";

/** Largest number below 1 that the kernel has: 1 − 2^−24. */
const NEXT_TO_ONE = 1 - 2 ** -24;

export const sumProductTanh: Part<CheckNodeTwin> = {
  name: "binary/rules/sum-product-tanh",
  wgsl: new URL("./sum-product-tanh.wgsl", import.meta.url),
  imports: [extrinsicPart],
  twin,
  // Within the tolerance, and faster than products of tanh: they too take an exponential and a logarithm.
  simd: sumProductSimd,
};

/** Twin: rounded to f32 where the kernel's products are: equal within a tolerance. */
function twin({ BOUND_BITS }: KernelConstants): CheckNode {
  const bound = new Float32Array(Uint32Array.of(BOUND_BITS).buffer)[0];
  const before = new Float64Array(4096);
  return (t, degree, negative) => {
    let product = 1;
    let odd = negative;
    for (let k = 0; k < degree; k++) {
      before[k] = product;
      product = Math.fround(product * own(t[k]));
      if (t[k] < 0) odd = !odd;
    }
    let after = 1;
    for (let k = degree - 1; k >= 0; k--) {
      const others = Math.min(Math.fround(before[k] * after), NEXT_TO_ONE);
      after = Math.fround(after * own(t[k]));
      const magnitude = Math.min(2 * Math.atanh(others), bound);
      t[k] = odd !== t[k] < 0 ? -magnitude : magnitude;
    }
  };
}

/** tanh(|t|/2) in f32. */
function own(t: number): number {
  return Math.fround(Math.tanh(Math.abs(t) / 2));
}
