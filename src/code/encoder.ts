import { InputError } from "../errors.ts";
import type { GaloisField } from "../galois/field.ts";
import { productTable } from "../galois/vector.ts";
import { eliminate } from "./elimination.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

/**
 * What encoders have in common: codewords that carry the k information symbols at known positions. Positions of
 * information, of parity and of shortened symbols (which are zero) together are 0 … N − 1.
 */
export interface Encoder {
  readonly field: GaloisField;
  /** N: columns of H, punctured and shortened symbols included. */
  readonly n: number;
  /** Number of information symbols, shortened ones not counted. */
  readonly k: number;
  /** Rank of H, the number of parity symbols; below M if rows depend on each other. */
  readonly rank: number;
  /** Ascending. Information symbol i is codeword symbol informationPositions[i]. */
  readonly informationPositions: Uint32Array;
  /** Ascending. */
  readonly parityPositions: Uint32Array;
  /**
   * The codeword (N symbols) of k information symbols.
   * @throws InputError if there are not k symbols or one of them is not in 0 … q − 1.
   */
  encode(information: ArrayLike<number>): Uint32Array;
}

/**
 * Systematic encoder of a code: codeword[parityPositions[j]] = Σ_i information[i]·parity[i·rank + j], and
 * codeword[informationPositions[i]] = information[i].
 */
export interface SystematicEncoder extends Encoder {
  /** k × rank field elements, row-major: [information symbol][parity symbol]. */
  readonly parity: Uint8Array;
}

/**
 * Makes the encoder by Gaussian elimination over GF(q). Information symbols come first as far as the code allows: the
 * parity symbols are the last independent columns of H. Dependent rows are dropped.
 */
export function systematicEncoder(matrix: ParityCheckMatrix): SystematicEncoder {
  const { field, columns: n } = matrix;
  const { pivotColumns, pivotRows } = eliminate(matrix);
  const rank = pivotColumns.length;
  const k = n - rank;
  const parityPositions = Uint32Array.from(pivotColumns).reverse();
  const isParity = new Uint8Array(n);
  for (const position of parityPositions) isParity[position] = 1;
  const informationPositions = Uint32Array.from({ length: n }, (_, i) => i).filter((i) => isParity[i] === 0);
  const parity = new Uint8Array(k * rank);
  for (let j = 0; j < rank; j++) {
    // Characteristic 2: moving a term to the other side of the check keeps its sign.
    const row = pivotRows[rank - 1 - j];
    for (let i = 0; i < k; i++) parity[i * rank + j] = row[informationPositions[i]];
  }
  const encoder: SystematicEncoder = {
    field,
    n,
    k,
    rank,
    informationPositions,
    parityPositions,
    parity,
    encode: (information) => encode(encoder, information),
  };
  return encoder;
}

/**
 * The codeword (N symbols) of k information symbols.
 * @throws InputError if there are not k symbols or one of them is not in 0 … q − 1.
 */
export function encode(encoder: SystematicEncoder, information: ArrayLike<number>): Uint32Array {
  const { field, n, k, rank, informationPositions, parityPositions, parity } = encoder;
  requireInformation(encoder, information);
  const products = productTable(field);
  const codeword = new Uint32Array(n);
  for (let i = 0; i < k; i++) {
    const symbol = information[i];
    codeword[informationPositions[i]] = symbol;
    if (symbol === 0) continue;
    for (let j = 0; j < rank; j++) {
      codeword[parityPositions[j]] ^= products[symbol * field.q + parity[i * rank + j]];
    }
  }
  return codeword;
}

/** @throws InputError if there are not k symbols or one of them is not in 0 … q − 1. */
export function requireInformation({ k, field: { q } }: Encoder, information: ArrayLike<number>): void {
  if (information.length !== k) {
    throw new InputError(`${information.length} information symbols given: the code takes ${k}`);
  }
  for (let i = 0; i < k; i++) {
    const symbol = information[i];
    if (!Number.isInteger(symbol) || symbol < 0 || symbol >= q) {
      throw new InputError(`information symbol ${i} is ${symbol}: it must be in 0 … ${q - 1}`);
    }
  }
}

/** H·word over GF(q), one symbol per row; all zero exactly for codewords. */
export function syndrome(matrix: ParityCheckMatrix, word: ArrayLike<number>): Uint8Array {
  const { field, rows, checkStart, variable, value } = matrix;
  const products = productTable(field);
  const result = new Uint8Array(rows);
  for (let m = 0; m < rows; m++) {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      result[m] ^= products[value[e] * field.q + word[variable[e]]];
    }
  }
  return result;
}
