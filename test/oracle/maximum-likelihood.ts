import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";

/** All words that satisfy all checks, found by trying every symbol position by position. For tiny codes. */
export function allCodewords(matrix: ParityCheckMatrix): number[][] {
  const { field, columns } = matrix;
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  // Positions are ordered by rows, so that each check is tested as soon as its last column has a symbol.
  const order = [...new Set(rows.flatMap((row) => row.map(([column]) => column)))];
  const place = new Map(order.map((column, at) => [column, at]));
  const complete = order.map((_, at) =>
    rows.filter((row) => Math.max(...row.map(([column]) => place.get(column)!)) === at),
  );
  const words: number[][] = [];
  const word = new Array<number>(columns).fill(0);
  const extend = (at: number): void => {
    if (at === columns) {
      words.push([...word]);
      return;
    }
    for (let symbol = 0; symbol < field.q; symbol++) {
      word[order[at]] = symbol;
      const holds = complete[at].every(
        (row) => row.reduce((sum, [column, h]) => sum ^ multiply(field, h, word[column]), 0) === 0,
      );
      if (holds) extend(at + 1);
    }
  };
  extend(0);
  return words;
}

/** Cost of a word: Σ_n L_n(c_n), which is zero for the word of the likeliest symbols. @param llr [variable][symbol]. */
export function wordCost(llr: readonly ArrayLike<number>[], word: ArrayLike<number>): number {
  return llr.reduce((sum, message, n) => sum + message[word[n]], 0);
}

/** The likeliest codeword. */
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
