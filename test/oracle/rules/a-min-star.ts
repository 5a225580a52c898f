import { type BinaryCheckNode, phi, sumProduct } from "../binary/check-nodes.ts";
import type { BitOracle, Nearness, Options } from "../rule-oracle.ts";

/**
 * A-Min*: the least reliable edge gets its message of sum-product; all other edges get the magnitude that sum-product
 * would send to an additional edge, and the product of the other signs.
 */
function aMinStar(): BinaryCheckNode {
  const boxPlus = sumProduct({ magnitudes: [2 ** -100, 80], sums: [phi(80), 80] });
  return (t, syndrome) => {
    const exact = boxPlus(t, syndrome);
    // An additional edge, which is positive and so changes no sign, gets the message of all edges of the check.
    const ofAll = Math.abs(boxPlus([...t, 1], syndrome)[t.length]);
    const least = Math.min(...t.map(Math.abs));
    return t.map((own, n) => {
      if (Math.abs(own) === least) return exact[n];
      const negative = t.filter((value, i) => i !== n && value < 0).length + syndrome;
      return negative % 2 === 1 ? -ofAll : ofAll;
    });
  };
}

/**
 * A rounding difference decides the least reliable edge if two edges nearly tie, so frames with such pairs are not
 * compared (`ofEveryFrame`); for all other frames probabilities are as near as for sum-product by its products of tanh.
 */
function nearness({ messages }: Options): Nearness {
  const tolerance = messages === "f32" ? 1e-4 : 2 ** -6;
  return { of: "probability", tolerance: () => tolerance, ofEveryFrame: false };
}

export default { passes: "bits", checkNode: aMinStar, nearness } satisfies BitOracle;
