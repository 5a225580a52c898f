import { byConvolution, CERTAIN, type CheckNodeOracle } from "./check-domain.ts";

/**
 * Min-Max of Algorithm 1 of Wang et al. 2012: the minimum, over the configurations of the other variables, of the maximum of their
 * messages. Messages are numbers or levels.
 * @param certain value that a check of degree 1 sends for every symbol but one: for levels, the highest level.
 */
export function minMax(certain = CERTAIN): CheckNodeOracle {
  return byConvolution(minMaxOfSum, [certain, 0]);
}

/** The message of x ⊕ y from the messages of x and of y. */
function minMaxOfSum(left: readonly number[], right: readonly number[]): number[] {
  const sum = new Array<number>(left.length).fill(Number.POSITIVE_INFINITY);
  for (let x = 0; x < left.length; x++) {
    for (let y = 0; y < right.length; y++) {
      const greater = left[x] > right[y] ? left[x] : right[y];
      if (greater < sum[x ^ y]) sum[x ^ y] = greater;
    }
  }
  return sum;
}
