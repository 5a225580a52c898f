/** A codeword by its nonzero symbols. */
export interface LightWord {
  /** Number of nonzero symbols that are sent. */
  readonly weight: number;
  /** Positions of the nonzero symbols in the codeword, ascending, punctured symbols included. */
  readonly positions: Uint32Array;
  /** Their values; the first is 1. */
  readonly values: Uint8Array;
}

/** Takes a word. @returns the largest weight that is wanted from now on. */
export type TakeWord = (word: LightWord) => number;

/**
 * A generator matrix, its columns numbered from 0: the n symbols that are sent come first, and only they are weighed.
 */
export interface WordGenerator {
  /** Size of the field. */
  readonly q: number;
  /** Rows: information symbols. */
  readonly k: number;
  /** Symbols that are sent. */
  readonly n: number;
  /** Whether the weight of every word is even, as the sent bits of every row show. Always false over GF(q), q > 2. */
  readonly isEven: boolean;
  /**
   * Makes the matrix systematic: row i has a one in the i-th pivot column, where all other rows have zeros.
   * @param order columns in the order in which they are tried.
   * @returns the pivot columns; fewer than k if the columns are dependent.
   */
  systematic(order: ArrayLike<number>): number[];
  /**
   * Weighs all sums of `count` rows that begin with one row: `first`, taken once, plus nonzero multiples of later rows.
   * @param maximum largest weight that is wanted.
   * @returns the largest weight that is wanted after the last word.
   */
  visitSums(first: number, count: number, maximum: number, take: TakeWord): number;
  /** The matrix as it is now, apart from later changes. */
  copy(): WordGenerator;
}
