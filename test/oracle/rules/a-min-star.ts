import { type BinaryCheckNode, phi, sumProduct } from "../binary/check-nodes.ts";
import type { BitOracle, Nearness, Options } from "../rule-oracle.ts";

/**
 * A-Min*: the least reliable edge gets its sum-product message. Every other edge gets the product of the other signs, and the magnitude
 * that sum-product would send to an additional edge.
 */
function aMinStar(): BinaryCheckNode {
  const boxPlus = sumProduct({ magnitudes: [2 ** -100, 80], sums: [phi(80), 80] });
  return (t, syndrome) => {
    const exact = boxPlus(t, syndrome);
    // An additional positive edge, which changes no sign, gets the message of all edges of the check.
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
 * Nearness of posteriors. If two edges nearly tie, a rounding difference decides which is the least reliable, so frames with such pairs are
 * not compared (`ofEveryFrame`). For all other frames the tolerance is that of sum-product by products of tanh.
 */
function nearness({ messages }: Options): Nearness {
  const tolerance = messages === "f32" ? 1e-4 : 2 ** -6;
  return { of: "probability", tolerance: () => tolerance, ofEveryFrame: false };
}

export default {
  passes: "bits",
  numbers: () => ({ "llr-clip": [75, 4] }),
  checkNode: aMinStar,
  nearness,
} satisfies BitOracle;
