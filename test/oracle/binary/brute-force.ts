import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";

/** Every word of bits with this syndrome H·word. For codes of about a dozen bits. */
export function wordsOfSyndrome(matrix: ParityCheckMatrix, syndrome: ArrayLike<number>): number[][] {
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  return Array.from({ length: 2 ** matrix.columns }, (_, word) =>
    Array.from({ length: matrix.columns }, (_, n) => (word >> n) & 1),
  ).filter((word) => rows.every((row, m) => row.reduce((sum, [n]) => sum ^ word[n], 0) === syndrome[m]));
}

/**
 * LLR of each bit given all the others, by looking at every word: ln of the ratio of the sums of P(word) over the words
 * with that bit 0 and 1 (`bitwise`), or of the ratio of the largest (`likeliest`).
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
