/**
 * The bit of a point in 3GPP TS 38.211, 5.1, that is each bit of a label, least significant first. Labels of square modulations have the bits of
 * the in-phase axis first, whose highest bit is the sign; the standard begins with the signs of both axes. These bits are the most reliable, and
 * the interleaver gives them the information. Gray labels have the inverse of the standard's other bits, which choose the size of an amplitude;
 * with scrambled or random words this changes no error rate. Labels `5g` are the standard's.
 */
export function labelOrder(pointBits: number): readonly number[] {
  const half = pointBits / 2;
  const bits = Array.from({ length: pointBits }, (_, bit) => bit);
  return Number.isInteger(half) ? bits.map((bit) => 2 * (half - 1 - (bit % half)) + Math.floor(bit / half)) : bits;
}

/** An order of sending with the bits of each point as its label has them. */
export function byLabels(order: Uint32Array, pointBits: number): Uint32Array {
  const bitOfLabel = labelOrder(pointBits);
  return order.map((_, i) => order[i - (i % pointBits) + bitOfLabel[i % pointBits]]);
}
