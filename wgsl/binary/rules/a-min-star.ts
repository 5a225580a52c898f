import type { Part } from "../../../src/gpu/part.ts";
import type { CheckNode, CheckNodeTwin } from "../check-node/check-node.ts";
import { extrinsicPart } from "../check-node/extrinsic.ts";
import { LARGEST_LLR, magnitudeOf, phiOfMagnitude, phiOfSum, phiPart } from "../check-node/phi.ts";
import { aMinStarSimd } from "./simd/a-min-star.ts";

export const aMinStar: Part<CheckNodeTwin> = {
  name: "binary/rules/a-min-star",
  wgsl: new URL("./a-min-star.wgsl", import.meta.url),
  imports: [extrinsicPart, phiPart],
  twin,
  simd: aMinStarSimd,
};

/** Twin: in float64: equal within a tolerance. */
function twin(): CheckNode {
  return (t, degree, negative) => {
    let least = LARGEST_LLR;
    let sum = 0;
    let odd = negative;
    for (let k = 0; k < degree; k++) {
      const magnitude = magnitudeOf(t[k]);
      sum += phiOfMagnitude(Math.max(least, magnitude));
      least = Math.min(least, magnitude);
      if (t[k] < 0) odd = !odd;
    }
    const allOut = phiOfSum(sum + phiOfMagnitude(least));
    const othersOut = phiOfSum(sum);
    for (let k = 0; k < degree; k++) {
      const out = magnitudeOf(t[k]) === least ? othersOut : allOut;
      t[k] = odd !== t[k] < 0 ? -out : out;
    }
  };
}
