import { type BinaryCheckNode, phi, sumProduct } from "../binary/check-nodes.ts";
import type { BitOracle, Nearness, Options } from "../rule-oracle.ts";

/**
 * A-Min*: what the least reliable edge is told is what sum-product tells it; the others are told what sum-product would tell an
 * edge more, and the product of the other signs.
 */
function aMinStar(): BinaryCheckNode {
  const boxPlus = sumProduct({ magnitudes: [2 ** -100, 80], sums: [phi(80), 80] });
  return (t, syndrome) => {
    const exact = boxPlus(t, syndrome);
    // An edge more, which is positive and so turns no sign, is told of all edges of the check.
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
 * Which edge is the least reliable hangs on a difference of rounding where two nearly tie, so that frames with such pairs are not
 * compared (`ofEveryFrame`); of the others probabilities are as near as those of sum-product by its products of tanh.
 */
function nearness({ messages }: Options): Nearness {
  const tolerance = messages === "f32" ? 1e-4 : 2 ** -6;
  return { of: "probability", tolerance: () => tolerance, ofEveryFrame: false };
}

export default { passes: "bits", checkNode: aMinStar, nearness } satisfies BitOracle;
