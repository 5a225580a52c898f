import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";

/** Every word that satisfies all checks, found by trying all symbols position by position. For tiny codes. */
export function allCodewords(matrix: ParityCheckMatrix): number[][] {
  const { q } = matrix.field;
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  // Checks whose last variable is n can be tested when n is set.
  const complete = Array.from({ length: matrix.columns }, (_, n) =>
    rows.filter((row) => Math.max(...row.map(([column]) => column)) === n),
  );
  const words: number[][] = [];
  const word: number[] = [];
  const extend = (): void => {
    const n = word.length;
    if (n === matrix.columns) {
      words.push([...word]);
      return;
    }
    for (let symbol = 0; symbol < q; symbol++) {
      word.push(symbol);
      const holds = complete[n].every(
        (row) => row.reduce((sum, [column, h]) => sum ^ multiply(matrix.field, h, word[column]), 0) === 0,
      );
      if (holds) extend();
      word.pop();
    }
  };
  extend();
  return words;
}

/** How unlikely a word is: Σ_n L_n(c_n), zero for the most likely symbols everywhere. @param llr [variable][symbol]. */
export function wordCost(llr: readonly ArrayLike<number>[], word: ArrayLike<number>): number {
  return llr.reduce((sum, message, n) => sum + message[word[n]], 0);
}

/** The likeliest of the codewords. */
export function maximumLikelihood(
  llr: readonly ArrayLike<number>[],
  codewords: readonly (readonly number[])[],
): readonly number[] {
  let best = codewords[0];
  let least = Number.POSITIVE_INFINITY;
  for (const word of codewords) {
    const cost = wordCost(llr, word);
    if (cost < least) [best, least] = [word, cost];
  }
  return best;
}
