import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";

/** All words of bits with H·word equal to the syndrome. For codes of about a dozen bits. */
export function wordsOfSyndrome(matrix: ParityCheckMatrix, syndrome: ArrayLike<number>): number[][] {
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  return Array.from({ length: 2 ** matrix.columns }, (_, word) =>
    Array.from({ length: matrix.columns }, (_, n) => (word >> n) & 1),
  ).filter((word) => rows.every((row, m) => row.reduce((sum, [n]) => sum ^ word[n], 0) === syndrome[m]));
}

/**
 * LLR of each bit given all channel LLRs, by enumeration of words: the logarithm of a ratio between words with that bit 0 and words with
 * that bit 1. `bitwise` compares the sums of their probabilities, `likeliest` the largest probabilities.
 */
export function exactPosteriors(
  words: readonly (readonly number[])[],
  llr: readonly number[],
): { bitwise: number[]; likeliest: number[] } {
  // −ln P(word), up to a constant.
  const cost = words.map((word) => word.reduce((sum, bit, n) => sum + bit * llr[n], 0));
  const over = (n: number, bit: number) => cost.filter((_, w) => words[w][n] === bit);
  return {
    bitwise: llr.map((_, n) => logSum(over(n, 0)) - logSum(over(n, 1))),
    likeliest: llr.map((_, n) => Math.min(...over(n, 1)) - Math.min(...over(n, 0))),
  };
}

/** ln Σ e^−cost. */
function logSum(costs: readonly number[]): number {
  const least = Math.min(...costs);
  return Math.log(costs.reduce((sum, cost) => sum + Math.exp(least - cost), 0)) - least;
}
