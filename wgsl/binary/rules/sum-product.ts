import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "./check-node.ts";
import { extrinsicPart } from "./extrinsic.ts";

/** Largest argument and value of Φ. */
const LARGEST = 80;
const SMALLEST = 2 ** -100;

export const sumProduct: Part<CheckNodeTwin> = {
  name: "binary/rules/sum-product",
  wgsl: new URL("./sum-product.wgsl", import.meta.url),
  imports: [extrinsicPart],
  twin,
};

/** Twin: in float64: equal within a tolerance. */
function twin({ BOUND_BITS }: KernelConstants): CheckNode {
  const bound = new Float32Array(Uint32Array.of(BOUND_BITS).buffer)[0];
  const before = new Float64Array(4096);
  return (t, degree, negative) => {
    let sum = 0;
    let odd = negative;
    for (let k = 0; k < degree; k++) {
      before[k] = sum;
      sum += phi(Math.min(Math.max(Math.abs(t[k]), SMALLEST), LARGEST));
      if (t[k] < 0) odd = !odd;
    }
    let after = 0;
    for (let k = degree - 1; k >= 0; k--) {
      const others = Math.min(Math.max(before[k] + after, 1e-36), LARGEST);
      after += phi(Math.min(Math.max(Math.abs(t[k]), SMALLEST), LARGEST));
      const magnitude = Math.min(phi(others), bound);
      t[k] = odd !== t[k] < 0 ? -magnitude : magnitude;
    }
  };
}

/** −ln tanh(x/2) for x > 0. */
function phi(x: number): number {
  return x < 0.5 ? -Math.log(Math.tanh(x / 2)) : Math.log1p(2 / Math.expm1(x));
}
