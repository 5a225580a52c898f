import { InputError } from "../errors.ts";
import type { GaloisField } from "../galois/field.ts";
import { productTable } from "../galois/vector.ts";
import type { BlockOrder } from "./base-matrix.ts";
import type { Code } from "./code.ts";
import { eliminationSteps } from "./elimination/elimination.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { type ParityStructure, structureParts } from "./parity-structure.ts";
import { NO_POSITIONS, positionLocation, positionsText } from "./positions.ts";
import { finish, finishInTurns, type Steps, type TurnOptions } from "./steps.ts";

/**
 * The encoder of a code whose parity part has a structure: in linear time, and no elimination. Check after check gives the one parity bit that
 * it has and no check before.
 *
 * Accumulator (ETSI EN 302 307-1, 5.3.2; ATSC A/322): check j gives parity bit j, each extension row its own. Dual diagonal (IEEE 802.16e, 802.11n; 3GPP TS 38.212 with extension
 * rows): the sum of all core rows leaves the first parity block alone, shifted once; each core row then gives the next parity block, and each
 * extension row its own. Method of T. J. Richardson and R. L. Urbanke, "Efficient encoding of low-density parity-check codes", IEEE Trans.
 * Inf. Theory 47(2), 2001, with a gap of one block.
 * @throws InputError if the base matrix has not the structure that the code claims, or if a shortened symbol is no information symbol.
 */
function structuredEncoder(code: Code, parity: ParityStructure): Encoder {
  const { matrix, base, shortened = NO_POSITIONS } = code;
  if (base === undefined) throw new InputError(`${code.name} claims a ${parity} parity part but has no base matrix`);
  const { rows, liftingSize: z, checkOrder, symbolOrder } = base;
  const { informationColumns, coreRows, remainingShift } = structureParts(base, parity);
  const place = ({ first, step }: BlockOrder, block: number, i: number) => first[block] + i * step[block];
  const parityPlace = (block: number, i: number) => place(symbolOrder, informationColumns + block, i);
  /** Checks with the parity bits that they give, in order. The last core row of a dual diagonal gives none: its checks then hold. */
  const steps: (readonly [check: number, position: number])[] = [];
  const gives = (r: number, block: number, i: number) => steps.push([place(checkOrder, r, i), parityPlace(block, i)]);
  if (remainingShift === undefined) for (let i = 0; i < z; i++) for (let r = 0; r < coreRows; r++) gives(r, r, i);
  else for (let r = 0; r + 1 < coreRows; r++) for (let i = 0; i < z; i++) gives(r, r + 1, i);
  for (let r = coreRows; r < rows; r++) for (let i = 0; i < z; i++) gives(r, r, i);
  const parityPositions = steps.map(([, position]) => position);
  for (let i = 0; remainingShift !== undefined && i < z; i++) parityPositions.push(parityPlace(0, i));
  const descending = parityPositions.sort((a, b) => b - a);
  const information = informationOf(matrix, descending);
  const encoder: Encoder = {
    ...information,
    encode(bits) {
      requireInformation(encoder, bits);
      const word = new Uint32Array(matrix.columns);
      information.informationPositions.forEach((position, i) => {
        word[position] = bits[i];
      });
      const sumOf = (m: number) => {
        let sum = 0;
        for (let e = matrix.checkStart[m]; e < matrix.checkStart[m + 1]; e++) sum ^= word[matrix.variable[e]];
        return sum;
      };
      if (remainingShift !== undefined) {
        const sums = new Uint8Array(z);
        for (let r = 0; r < coreRows; r++) for (let i = 0; i < z; i++) sums[i] ^= sumOf(place(checkOrder, r, i));
        // Row i of the sum of the core rows holds bit (i + remaining shift) mod Z of the first parity block.
        for (const [i, sum] of sums.entries()) word[parityPlace(0, (i + remainingShift) % z)] = sum;
      }
      for (const [m, position] of steps) word[position] = sumOf(m);
      return word;
    },
  };
  return shortenedEncoder(encoder, shortened);
}

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
function* encoderSteps(matrix: ParityCheckMatrix): Steps<SystematicEncoder> {
  const { pivotColumns, pivotRow } = yield* eliminationSteps(matrix);
  const information = informationOf(matrix, pivotColumns);
  // Characteristic 2: moving a term to the other side of the check keeps its sign.
  const rowOf = (j: number) => pivotRow(information.rank - 1 - j);
  return encoderOfPlanes(information, yield* generatorPlanes(information, rowOf));
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

/** Whether the word of every single information symbol satisfies every check: then all words do. Of bits all words at once. */
function satisfiesChecks(matrix: ParityCheckMatrix, encoder: SystematicEncoder): boolean {
  if (matrix.field.q === 2) return satisfiesBitChecks(matrix, encoder);
  const single = new Uint8Array(encoder.k);
  for (let i = 0; i < encoder.k; i++) {
    single[i] = 1;
    if (syndrome(matrix, encode(encoder, single)).some((symbol) => symbol !== 0)) return false;
    single[i] = 0;
  }
  return true;
}

function satisfiesBitChecks(
  { rows, columns, checkStart, variable }: ParityCheckMatrix,
  { k, rank, informationPositions, parityPositions, planes }: SystematicEncoder,
): boolean {
  const words = Math.ceil(k / 32);
  /** By position the index of its parity symbol, or −1 − the index of its information symbol. */
  const numbers = new Int32Array(columns);
  parityPositions.forEach((position, j) => {
    numbers[position] = j;
  });
  informationPositions.forEach((position, i) => {
    numbers[position] = -1 - i;
  });
  const sums = new Uint32Array(words);
  for (let m = 0; m < rows; m++) {
    sums.fill(0);
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      const number = numbers[variable[e]];
      if (number < 0) sums[(-1 - number) >> 5] ^= 1 << ((-1 - number) & 31);
      else for (let w = 0; w < words; w++) sums[w] ^= planes[w * rank + number];
    }
    if (sums.some((word) => word !== 0)) return false;
  }
  return true;
}

/** Words of a generator's planes: [⌈k/32⌉][p][rank]. */
export const planeWords = ({ field: { p }, k, rank }: Pick<InformationSet, "field" | "k" | "rank">) =>
  Math.ceil(k / 32) * p * rank;

/**
 * Packs the parity part of a generator.
 * @param rowOf for parity symbol j its elements by codeword position; the elements at `informationPositions` are taken.
 */
function* generatorPlanes(information: InformationSet, rowOf: (j: number) => Uint8Array): Steps<Uint32Array> {
  const { field, k, rank, informationPositions } = information;
  const { p } = field;
  const planes = new Uint32Array(planeWords(information));
  for (let j = 0; j < rank; j++) {
    const row = rowOf(j);
    for (let first = 0; first < k; first += 32) {
      const end = Math.min(first + 32, k);
      for (let b = 0; b < p; b++) {
        let word = 0;
        for (let i = first; i < end; i++) word |= ((row[informationPositions[i]] >>> b) & 1) << (i - first);
        planes[((first / 32) * p + b) * rank + j] = word;
      }
    }
    yield 1;
  }
  return planes;
}

/** The elements of planes, a byte each: [information symbol][parity symbol]. */
function parityOfPlanes({ field: { p }, k, rank }: InformationSet, planes: Uint32Array): Uint8Array {
  const parity = new Uint8Array(k * rank);
  for (let i = 0; i < k; i++) {
    for (let b = 0; b < p; b++) {
      const plane = (Math.floor(i / 32) * p + b) * rank;
      for (let j = 0; j < rank; j++) parity[i * rank + j] |= ((planes[plane + j] >>> (i % 32)) & 1) << b;
    }
  }
  return parity;
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
  // Without the generator this takes a third of the time.
  const { pivotColumns } = yield* eliminationSteps(matrix, true);
  const information = shortenedInformation(informationOf(matrix, pivotColumns), shortened);
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
