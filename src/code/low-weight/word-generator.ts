import type { GaloisField } from "../../galois/field.ts";

/** A codeword by its nonzero symbols. */
export interface LightWord {
  /** Number of nonzero sent symbols. */
  readonly weight: number;
  /** Positions of the nonzero symbols in the codeword, ascending, punctured symbols included. */
  readonly positions: Uint32Array;
  /** Values of these symbols; the first is 1. */
  readonly values: Uint8Array;
}

/** A systematic generator matrix in the form of wgsl/low-weight/walk. */
export interface WalkStart {
  readonly field: GaloisField;
  readonly k: number;
  /** [word][plane][row]: bit b of word w is slot 32·w + b, a column that is no pivot; then words of symbols without weight. */
  readonly words: Uint32Array;
  /** The pivot column of each row, then the column of each slot. */
  readonly columns: Uint32Array;
  /** Words of symbols without weight. */
  readonly labels: number;
}

/** Receives a word. @returns the largest weight of a word to report from now on. */
export type TakeWord = (word: LightWord) => number;

/**
 * A generator matrix with columns numbered from 0: the n sent symbols come first, and only they have weight.
 */
export interface WordGenerator {
  /** Size of the field. */
  readonly q: number;
  /** Number of rows: information symbols. */
  readonly k: number;
  /** Number of sent symbols. */
  readonly n: number;
  /** Whether the weight of every word is even, because the weights of all rows are. Always false over GF(q), q > 2. */
  readonly isEven: boolean;
  /**
   * Makes the matrix systematic: row i has a one in the i-th pivot column, where all other rows have zeros.
   * @param order columns in the order in which pivots are tried.
   * @returns the pivot columns; fewer than k if the columns are dependent.
   */
  systematic(order: ArrayLike<number>): number[];
  /**
   * Weighs all sums of `count` rows that begin with one row: `first`, taken once, plus nonzero multiples of later rows.
   * @param maximum largest weight of a word to report.
   * @returns the largest weight of a word to report after the last word.
   */
  visitSums(first: number, count: number, maximum: number, take: TakeWord): number;
  /**
   * The matrix after an elimination of its columns from the first on.
   * @throws InputError if two words differ in symbols without weight alone.
   */
  walkStart(): WalkStart;
  /** The word of an entry of wgsl/low-weight/walk. @param planes bits of its symbols, [word][plane]: columns, then symbols without weight. */
  wordOf(planes: Uint32Array, weight: number): LightWord;
  /** A copy of the matrix, independent of later changes. */
  copy(): WordGenerator;
}
