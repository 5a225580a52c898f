import { InputError } from "../errors.ts";
import type { GaloisField } from "../galois/field.ts";
import { productTable } from "../galois/vector.ts";
import { eliminationSteps, pivotColumnSteps } from "./elimination/elimination.ts";
import { generatorPlanes, parityOfPlanes, planeWords, satisfiesBitChecks } from "./generator.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { finish, type Steps } from "./steps.ts";

/**
 * Positions of the information in a code's words. Positions of information, of parity and of shortened symbols (which
 * are zero) together are 0 … N − 1.
 */
export interface InformationSet {
  /** The field of the symbols. */
  readonly field: GaloisField;
  /** N: columns of H, punctured and shortened symbols included. */
  readonly n: number;
  /** Number of information symbols, without the shortened symbols. */
  readonly k: number;
  /** Rank of H, the number of parity symbols; below M if rows depend on each other. */
  readonly rank: number;
  /** Ascending. Information symbol i is codeword symbol informationPositions[i]. */
  readonly informationPositions: Uint32Array;
  /** Ascending. */
  readonly parityPositions: Uint32Array;
}

/** The common part of all encoders: codewords that carry the k information symbols at known positions. */
export interface Encoder extends InformationSet {
  /**
   * The codeword (N symbols) of k information symbols.
   * @param information elements 0 … q − 1.
   * @throws InputError if there are not k symbols or one of them is not in 0 … q − 1.
   */
  encode(information: ArrayLike<number>): Uint32Array;
}

/**
 * Systematic encoder of a code: codeword[parityPositions[j]] = Σ_i information[i]·parity[i·rank + j], and
 * codeword[informationPositions[i]] = information[i].
 */
export interface SystematicEncoder extends Encoder {
  /** k × rank field elements, row-major: [information symbol][parity symbol]. Computed at the first access. */
  readonly parity: Uint8Array;
  /** The same elements packed: bit i mod 32 of word [⌊i/32⌋][b][j] is bit b of the element [i][j]. */
  readonly planes: Uint32Array;
}

/**
 * Makes the encoder by Gaussian elimination over GF(q). Information symbols come first as far as the code allows: the
 * parity symbols are the last independent columns of H. Dependent rows are dropped.
 * @throws InputError for a matrix too large for elimination.
 */
export function systematicEncoder(matrix: ParityCheckMatrix): SystematicEncoder {
  return finish(encoderSteps(matrix));
}

/** `systematicEncoder` in steps. */
export function* encoderSteps(matrix: ParityCheckMatrix): Steps<SystematicEncoder> {
  const { pivotColumns, pivotRow } = yield* eliminationSteps(matrix);
  const information = informationOf(matrix, pivotColumns);
  // Characteristic 2: moving a term to the other side of the check keeps its sign.
  const rowOf = (j: number) => pivotRow(information.rank - 1 - j);
  return encoderOfPlanes(information, yield* generatorPlanes(information, rowOf));
}

/** The positions of `systematicEncoder` without its generator, in steps that take a third of the time. */
export function* informationSteps(matrix: ParityCheckMatrix): Steps<InformationSet> {
  return informationOf(matrix, yield* pivotColumnSteps(matrix));
}

/** The encoder of a generator that is packed in planes. */
function encoderOfPlanes(information: InformationSet, planes: Uint32Array): SystematicEncoder {
  let parity: Uint8Array | undefined;
  const encoder: SystematicEncoder = {
    ...information,
    planes,
    get parity() {
      parity ??= parityOfPlanes(information, planes);
      return parity;
    },
    encode: (word) => encode(encoder, word),
  };
  return encoder;
}

/**
 * The encoder of stored parity positions and planes.
 * @returns undefined unless the planes are a systematic generator of words that satisfy every check of H.
 */
export function encoderFromParts(
  matrix: ParityCheckMatrix,
  parityPositions: Uint32Array,
  planes: Uint32Array,
): SystematicEncoder | undefined {
  const isAscending = parityPositions.every(
    (position, j) => position < matrix.columns && (j === 0 || position > parityPositions[j - 1]),
  );
  if (!isAscending || parityPositions.length > matrix.rows) return undefined;
  const information = informationOf(matrix, Array.from(parityPositions).reverse());
  if (planes.length !== planeWords(information)) return undefined;
  const encoder = encoderOfPlanes(information, planes);
  return satisfiesChecks(matrix, encoder) ? encoder : undefined;
}

/** Whether the word of every single information symbol satisfies every check: then all words do. */
function satisfiesChecks(matrix: ParityCheckMatrix, encoder: SystematicEncoder): boolean {
  if (matrix.field.q === 2) return satisfiesBitChecks(matrix, encoder, encoder.planes);
  const single = new Uint8Array(encoder.k);
  for (let i = 0; i < encoder.k; i++) {
    single[i] = 1;
    if (syndrome(matrix, encode(encoder, single)).some((symbol) => symbol !== 0)) return false;
    single[i] = 0;
  }
  return true;
}

function informationOf({ field, columns: n }: ParityCheckMatrix, pivotColumns: readonly number[]): InformationSet {
  const rank = pivotColumns.length;
  const parityPositions = Uint32Array.from(pivotColumns).reverse();
  const isParity = new Uint8Array(n);
  for (const position of parityPositions) isParity[position] = 1;
  const informationPositions = Uint32Array.from({ length: n }, (_, i) => i).filter((i) => isParity[i] === 0);
  return { field, n, k: n - rank, rank, informationPositions, parityPositions };
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
export function requireInformation({ k, field: { q } }: InformationSet, information: ArrayLike<number>): void {
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

/**
 * H·word over GF(q), one symbol per row; all zero exactly for codewords.
 * @param matrix H, M × N.
 * @param word [N], elements 0 … q − 1; they are not checked.
 * @returns [M], elements 0 … q − 1.
 * @example
 * syndrome(code.matrix, new Uint8Array(24)).every((symbol) => symbol === 0); // → true
 */
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
