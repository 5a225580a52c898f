import { byConvolution, type CheckNodeOracle } from "./check-domain.ts";

/**
 * q-ary sum-product: the probability that the other variables' sum satisfies the check together with the symbol. Messages are
 * probabilities.
 * @param least smallest probability that a check sends: e^−bound of the decoder. Default: no bound.
 */
export function sumProduct(least = 0): CheckNodeOracle {
  const exact = byConvolution(probabilityOfSum, [0, 1]);
  return (...check) => exact(...check).map((message) => message.map((probability) => Math.max(probability, least)));
}

function probabilityOfSum(left: readonly number[], right: readonly number[]): number[] {
  const sum = new Array<number>(left.length).fill(0);
  for (let x = 0; x < left.length; x++) {
    for (let y = 0; y < right.length; y++) sum[x ^ y] += left[x] * right[y];
  }
  return sum;
}
