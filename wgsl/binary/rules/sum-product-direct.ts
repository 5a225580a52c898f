import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "../check-node/check-node.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { phi } from "./sum-product-phi.ts";

export const sumProductDirect: Part<CheckNodeTwin> = {
  name: "binary/rules/sum-product-direct",
  wgsl: new URL("./sum-product-direct.wgsl", import.meta.url),
  imports: [extrinsicPart],
  twin,
};

/** Twin: rounded to f32 where the kernel is, equal within a tolerance. */
function twin(): CheckNode {
  const outgoing: number[] = [];
  return (t, degree, negative) => {
    let odd = negative;
    for (let k = 0; k < degree; k++) if (t[k] < 0) odd = !odd;
    for (let own = 0; own < degree; own++) {
      let sum = 0;
      for (let k = 0; k < degree; k++) if (k !== own) sum = Math.fround(sum + phi(Math.abs(t[k])));
      const magnitude = phi(sum);
      outgoing[own] = odd !== t[own] < 0 ? -magnitude : magnitude;
    }
    for (let k = 0; k < degree; k++) t[k] = outgoing[k];
  };
}
