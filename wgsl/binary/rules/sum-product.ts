import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "../check-node/check-node.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { phiOfMagnitude, phiOfSum, phiPart } from "../check-node/phi.ts";
import { sumProductSimd } from "./simd/sum-product.ts";

export const sumProduct: Part<CheckNodeTwin> = {
  name: "binary/rules/sum-product",
  wgsl: new URL("./sum-product.wgsl", import.meta.url),
  imports: [extrinsicPart, phiPart],
  twin,
  simd: sumProductSimd,
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
      sum += phiOfMagnitude(t[k]);
      if (t[k] < 0) odd = !odd;
    }
    let after = 0;
    for (let k = degree - 1; k >= 0; k--) {
      const others = before[k] + after;
      after += phiOfMagnitude(t[k]);
      const magnitude = Math.min(phiOfSum(others), bound);
      t[k] = odd !== t[k] < 0 ? -magnitude : magnitude;
    }
  };
}
