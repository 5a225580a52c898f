import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "../check-node/check-node.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";

export const sumProductPhi: Part<CheckNodeTwin> = {
  name: "binary/rules/sum-product-phi",
  wgsl: new URL("./sum-product-phi.wgsl", import.meta.url),
  imports: [extrinsicPart],
  twin,
};

/** Twin: rounded to f32 where the kernel is, equal within a tolerance. */
function twin(): CheckNode {
  return (t, degree, negative) => {
    let sum = 0;
    let odd = negative;
    for (let k = 0; k < degree; k++) {
      sum = Math.fround(sum + phi(Math.abs(t[k])));
      if (t[k] < 0) odd = !odd;
    }
    for (let k = 0; k < degree; k++) {
      const magnitude = phi(Math.fround(sum - phi(Math.abs(t[k]))));
      t[k] = odd !== t[k] < 0 ? -magnitude : magnitude;
    }
  };
}

/** −ln tanh(x/2) in f32, x cut to 1e-7 … 40. */
export function phi(x: number): number {
  const tanh = Math.fround(Math.tanh(Math.fround(0.5 * Math.min(Math.max(x, 1e-7), 40))));
  return Math.fround(-Math.log(tanh));
}
