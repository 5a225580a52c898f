import { InputError } from "../errors.ts";
import type { GaloisField } from "../galois/field.ts";
import { productTable } from "../galois/vector.ts";
import type { BaseMatrix } from "./base-matrix.ts";
import type { Code } from "./code.ts";
import { eliminationSteps, pivotColumnSteps } from "./elimination/elimination.ts";
import { generatorPlanes, parityOfPlanes, planeWords, satisfiesBitChecks } from "./generator.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { dualDiagonal, type ParityStructure, requireAccumulator } from "./parity-structure.ts";
import { NO_POSITIONS, positionLocation, positionsText } from "./positions.ts";
import { finish, finishInTurns, type Steps, type TurnOptions } from "./steps.ts";

/**
 * Parity of accumulator codes (ETSI EN 302 307-1, 5.3.2): in the standard's order parity bit j is parity bit j − 1 plus
 * the information bits of check j. Check j = q·t + r is row t of block row r, and parity bit j is bit t of parity block r.
 */
export const accumulator: ParitySolver = (base) => {
  const { rows, liftingSize: z } = base;
  const { informationColumns, coreRows } = requireAccumulator(base);
  return (blocks) => {
    const parity = informationColumns * z;
    for (let r = 0; r < coreRows; r++) addRow(blocks, parity + r * z, blocks, base, r, informationColumns);
    let bit = 0;
    for (let t = 0; t < z; t++) {
      for (let r = 0; r < coreRows; r++) {
        const at = parity + r * z + t;
        bit ^= blocks[at];
        blocks[at] = bit;
      }
    }
    for (let r = coreRows; r < rows; r++)
      addRow(blocks, parity + r * z, blocks, base, r, informationColumns + coreRows);
  };
};

/**
 * Parity of dual-diagonal codes (IEEE 802.16e, 802.11n; 3GPP TS 38.212 with extension rows). Adding all core rows
 * leaves the first parity block alone, shifted once; each core row then gives the next parity block, and each extension
 * row its own. Method of T. J. Richardson and R. L. Urbanke, "Efficient encoding of low-density parity-check codes",
 * IEEE Trans. Inf. Theory 47(2), 2001, with a gap of one block.
 */
const dualDiagonalParity: ParitySolver = (base: BaseMatrix) => {
  const { rows, liftingSize: z } = base;
  const { informationColumns, coreRows, remainingShift } = dualDiagonal(base);
  return (blocks) => {
    const parity = informationColumns * z;
    // Row i of the sum of the core rows holds bit (i + remaining shift) mod Z of the first parity block.
    const sums = new Uint8Array(z);
    for (let r = 0; r < coreRows; r++) addRow(sums, 0, blocks, base, r, informationColumns);
    for (let i = 0; i < z; i++) blocks[parity + ((i + remainingShift) % z)] = sums[i];
    // Row r then lacks parity block r + 1 alone, whose shift there is 0.
    for (let r = 0; r + 1 < coreRows; r++) {
      addRow(blocks, parity + (r + 1) * z, blocks, base, r, informationColumns + r + 1);
    }
    for (let r = coreRows; r < rows; r++) addRow(blocks, parity + r * z, blocks, base, r, informationColumns + r);
  };
};

/**
 * Analyses a base matrix once (@throws InputError if it lacks the structure) and returns a function that fills in the
 * parity part of a word. The word has one byte per bit, block column by block column ([column][i], Z bits each), with
 * its information blocks given and its parity blocks zero.
 */
type ParitySolver = (base: BaseMatrix) => (blocks: Uint8Array) => void;

/** Adds block c of the word, shifted by s, to Z bits: sums[at + i] ^= blocks[c·Z + (i + s) mod Z]. */
function addShifted(sums: Uint8Array, at: number, blocks: Uint8Array, column: number, shift: number, z: number): void {
  const start = column * z;
  const wrap = z - shift;
  for (let i = 0; i < wrap; i++) sums[at + i] ^= blocks[start + i + shift];
  for (let i = wrap; i < z; i++) sums[at + i] ^= blocks[start + i - wrap];
}

/** Adds all entries of block row r whose column is below `columns` to Z bits. */
function addRow(sums: Uint8Array, at: number, blocks: Uint8Array, base: BaseMatrix, r: number, columns: number): void {
  const { rowStart, column, shift, liftingSize } = base;
  for (let e = rowStart[r]; e < rowStart[r + 1] && column[e] < columns; e++) {
    addShifted(sums, at, blocks, column[e], shift[e], liftingSize);
  }
}

/**
 * The encoder of a code whose parity part has a structure: in linear time, and no elimination.
 * @throws InputError if the base matrix has not the structure that the code claims, or if a shortened symbol is no information symbol.
 */
function structuredEncoder(code: Code, parity: ParityStructure): Encoder {
  const { matrix, base, shortened = NO_POSITIONS } = code;
  if (base === undefined) throw new InputError(`${code.name} claims a ${parity} parity part but has no base matrix`);
  const { first, step } = base.symbolOrder;
  const { liftingSize: z, columns } = base;
  const informationColumns = columns - base.rows;
  const solve = solvers[parity](base);
  const positionsOf = (from: number, to: number): Uint32Array =>
    Uint32Array.from({ length: (to - from) * z }, (_, x) => {
      const c = from + Math.floor(x / z);
      return first[c] + (x % z) * step[c];
    }).sort();
  const informationPositions = positionsOf(0, informationColumns);
  const encoder: Encoder = {
    field: matrix.field,
    n: matrix.columns,
    k: informationPositions.length,
    rank: matrix.rows,
    informationPositions,
    parityPositions: positionsOf(informationColumns, columns),
    encode(information) {
      requireInformation(encoder, information);
      const codeword = new Uint32Array(matrix.columns);
      for (let i = 0; i < informationPositions.length; i++) codeword[informationPositions[i]] = information[i];
      const blocks = new Uint8Array(columns * z);
      forEachSymbol((block, symbol) => {
        blocks[block] = codeword[symbol];
      });
      solve(blocks);
      forEachSymbol((block, symbol) => {
        codeword[symbol] = blocks[block];
      });
      return codeword;
    },
  };
  /** Block-wise place and code word position of every symbol. */
  function forEachSymbol(visit: (block: number, symbol: number) => void): void {
    for (let c = 0, block = 0; c < columns; c++) {
      for (let i = 0; i < z; i++, block++) visit(block, first[c] + i * step[c]);
    }
  }
  return shortenedEncoder(encoder, shortened);
}

/** How parity follows from information, by the structure of the parity part. A new structure is its file and its line. */
const solvers: Readonly<Record<ParityStructure, ParitySolver>> = {
  "dual-diagonal": dualDiagonalParity,
  accumulator,
};

/** Longest list of positions in a message. */
const MOST_TEXT = 60;

/** The information set without the shortened positions. @throws InputError if one of them is no information symbol. */
function shortenedInformation(information: InformationSet, shortened: Uint32Array): InformationSet {
  if (shortened.length === 0) return information;
  const { field, n, rank, parityPositions } = information;
  const zero = new Set(shortened);
  const known = new Set(information.informationPositions);
  const wrong = shortened.findIndex((position) => !known.has(position));
  if (wrong >= 0) {
    const text = positionsText([...information.informationPositions].sort((a, b) => a - b));
    const list = text.length > MOST_TEXT ? `${text.slice(0, text.lastIndexOf(",", MOST_TEXT))}, …` : text;
    throw new InputError(
      `shortened symbol ${shortened[wrong]} is no information symbol of the encoder: leave it out, or take one of ${list}`,
      positionLocation(shortened, wrong),
    );
  }
  const informationPositions = information.informationPositions.filter((position) => !zero.has(position));
  return { field, n, k: informationPositions.length, rank, informationPositions, parityPositions };
}

/** The encoder with zeros at the shortened positions. @throws InputError as `shortenedInformation`. */
function shortenedEncoder(encoder: Encoder, shortened: Uint32Array): Encoder {
  const { field, n, k, rank, informationPositions, parityPositions } = shortenedInformation(encoder, shortened);
  const left = new Set(informationPositions);
  /** Indices of the information symbols that are not shortened. */
  const numbers = Uint32Array.from(encoder.informationPositions.keys()).filter((i) =>
    left.has(encoder.informationPositions[i]),
  );
  const result: Encoder = {
    field,
    n,
    k,
    rank,
    informationPositions,
    parityPositions,
    encode(information) {
      requireInformation(result, information);
      const all = new Uint32Array(encoder.k);
      for (let i = 0; i < numbers.length; i++) all[numbers[i]] = information[i];
      return encoder.encode(all);
    },
  };
  return result;
}

/**
 * Positions of the information in a code's words. Positions of information, of parity and of shortened symbols (which
 * are zero) together are 0 … N − 1.
 */
interface InformationSet {
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
interface Encoder extends InformationSet {
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
function* informationSteps(matrix: ParityCheckMatrix): Steps<InformationSet> {
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
  const { field, n, k, rank, informationPositions, parityPositions } = encoder;
  requireInformation(encoder, information);
  const codeword = new Uint32Array(n);
  for (let i = 0; i < k; i++) codeword[informationPositions[i]] = information[i];
  if (field.q === 2) {
    parityBits(encoder, information).forEach((bit, j) => {
      codeword[parityPositions[j]] = bit;
    });
    return codeword;
  }
  const { parity } = encoder;
  const products = productTable(field);
  for (let i = 0; i < k; i++) {
    const symbol = information[i];
    if (symbol === 0) continue;
    for (let j = 0; j < rank; j++) {
      codeword[parityPositions[j]] ^= products[symbol * field.q + parity[i * rank + j]];
    }
  }
  return codeword;
}

/** The parity bits of a code over GF(2), 32 information bits at a time. */
function parityBits({ k, rank, planes }: SystematicEncoder, information: ArrayLike<number>): Uint32Array {
  const sums = new Uint32Array(rank);
  for (let first = 0; first < k; first += 32) {
    let bits = 0;
    for (let i = first; i < Math.min(first + 32, k); i++) bits |= information[i] << (i - first);
    const at = (first / 32) * rank;
    if (bits !== 0) for (let j = 0; j < rank; j++) sums[j] ^= planes[at + j] & bits;
  }
  return sums.map((word) => {
    let bit = word ^ (word >>> 16);
    bit ^= bit >>> 8;
    bit ^= bit >>> 4;
    return (0x6996 >>> (bit & 15)) & 1;
  });
}

/** @throws InputError if there are not k symbols or one of them is not in 0 … q − 1. */
function requireInformation({ k, field: { q } }: InformationSet, information: ArrayLike<number>): void {
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

/**
 * The encoder of a code.
 * @example
 * const encoder: CodeEncoder = codeEncoder(code);
 * encoder.k; // → 12
 */
export interface CodeEncoder extends Encoder {
  /**
   * The encoder by elimination, with shortened symbols among its information. Absent if the parity structure encodes.
   */
  readonly general?: SystematicEncoder;
}

const encoders = new WeakMap<Code, CodeEncoder>();
const informationSets = new WeakMap<Code, InformationSet>();

/**
 * The encoder of a code, made once: in linear time if its parity part has a structure, else by Gaussian elimination.
 * Both give the same code; elimination may find other information positions.
 * @param code its matrix, and its parity structure if it has one.
 * @throws InputError if the base matrix has not the structure that the code claims, if a shortened symbol is no
 * information symbol, or if a code without structure is too large for elimination.
 * @example
 * const encoder = codeEncoder(code);
 * const word = encoder.encode(Array.from({ length: encoder.k }, (_, i) => i % 4));
 * syndrome(code.matrix, word).every((symbol) => symbol === 0); // → true
 */
export function codeEncoder(code: Code): CodeEncoder {
  return encoders.get(code) ?? finish(codeEncoderSteps(code));
}

/**
 * Positions of the information of `codeEncoder(code)`, found once, without the generator, which takes three times as
 * long if the parity part has no structure. Callers that send no random codewords need only these positions.
 * @throws InputError as `codeEncoder`.
 * @example
 * codeInformation(loadCode("wimax-2304-1152")).k; // 1152
 */
export function codeInformation(code: Code): InformationSet {
  return encoders.get(code) ?? informationSets.get(code) ?? finish(codeInformationSteps(code));
}

/** Keeps encoders found by elimination between runs; `load` must return an encoder of the given matrix. */
export interface EncoderStore {
  load(matrix: ParityCheckMatrix): SystematicEncoder | undefined;
  /** @param seconds that the encoder took. */
  keep(matrix: ParityCheckMatrix, encoder: SystematicEncoder, seconds: number): void;
}

interface PrepareOptions extends TurnOptions {
  readonly store?: EncoderStore;
}

/**
 * Computes the later result of `codeEncoder` (or `codeInformation`) in advance, in short turns between which signals
 * and timers are served.
 * @param wanted the encoder, or only the positions of its information.
 * @throws InputError as `codeEncoder`; the signal's reason once it is aborted.
 * @example
 * await prepareEncoder(code, "encoder", { signal, onProgress: (share) => console.error(`${Math.round(100 * share)} %`) });
 */
export async function prepareEncoder(
  code: Code,
  wanted: "encoder" | "information",
  { store, ...turns }: PrepareOptions = {},
): Promise<void> {
  if (encoders.has(code) || (wanted === "information" && informationSets.has(code))) return;
  const kept = code.parity === undefined ? store?.load(code.matrix) : undefined;
  if (kept !== undefined) {
    encoders.set(code, generalEncoder(kept, code));
    return;
  }
  const begin = performance.now();
  if (wanted === "information") {
    await finishInTurns(codeInformationSteps(code), turns);
    return;
  }
  const { general } = await finishInTurns(codeEncoderSteps(code), turns);
  if (general !== undefined) store?.keep(code.matrix, general, (performance.now() - begin) / 1000);
}

function* codeEncoderSteps(code: Code): Steps<CodeEncoder> {
  const { matrix, parity } = code;
  const encoder =
    parity === undefined ? generalEncoder(yield* encoderSteps(matrix), code) : structuredEncoder(code, parity);
  encoders.set(code, encoder);
  return encoder;
}

function* codeInformationSteps(code: Code): Steps<InformationSet> {
  const { matrix, parity, shortened = NO_POSITIONS } = code;
  if (parity !== undefined) return yield* codeEncoderSteps(code);
  const information = shortenedInformation(yield* informationSteps(matrix), shortened);
  informationSets.set(code, information);
  return information;
}

function generalEncoder(general: SystematicEncoder, { shortened = NO_POSITIONS }: Code): CodeEncoder {
  return { ...shortenedEncoder(general, shortened), general };
}

/** The result of checking a word against the code. */
export interface CodewordCheck {
  readonly isCodeword: boolean;
  /** Rows of H, from 0, whose check the word violates. */
  readonly violatedChecks: readonly number[];
}

/**
 * Checks a word of N symbols against every row of H: a known codeword shows whether the values of a matrix file were
 * read by the right convention and polynomial.
 * @throws InputError if there are not N symbols or one of them is not in 0 … q − 1.
 */
export function checkCodeword(matrix: ParityCheckMatrix, symbols: readonly number[]): CodewordCheck {
  const { columns, field } = matrix;
  if (symbols.length !== columns) {
    throw new InputError(`the word has ${symbols.length} symbols: the code has length ${columns}`);
  }
  const wrong = symbols.findIndex((symbol) => !Number.isInteger(symbol) || symbol < 0 || symbol >= field.q);
  if (wrong >= 0) throw new InputError(`symbol ${wrong} is ${symbols[wrong]}: it must be in 0 … ${field.q - 1}`);
  const violatedChecks: number[] = [];
  syndrome(matrix, symbols).forEach((sum, m) => {
    if (sum !== 0) violatedChecks.push(m);
  });
  return { isCodeword: violatedChecks.length === 0, violatedChecks };
}
