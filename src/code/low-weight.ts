import { z } from "zod/mini";
import { binomial } from "../binomial.ts";
import { InputError } from "../errors.ts";
import { type GaloisField, galoisField, inverse } from "../galois/field.ts";
import { addScaled, scale } from "../galois/vector.ts";
import { parseJson } from "../json.ts";
import { jsonLine } from "../json-line.ts";
import { requireOptions } from "../options.ts";
import { requireSeed } from "../seed.ts";
import { sum } from "../sum.ts";
import type { Code } from "./code.ts";
import { randomSource } from "./construct/random.ts";
import { type BitRows, bitCount, eliminationSteps, reduceBitRows, rowReduction } from "./elimination/elimination.ts";
import { type SystematicEncoder, syndrome, systematicEncoder } from "./encoder.ts";
import { codeHash } from "./hash.ts";
import {
  type Entry,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
  unorthogonalRows,
} from "./parity-check-matrix.ts";
import { lexicographic, NO_POSITIONS } from "./positions.ts";
import { transmittedPositions } from "./rate-matching.ts";
import { finish, type Steps } from "./steps.ts";

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
type TakeWord = (word: LightWord) => number;

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

const FIELD = galoisField(2);

/** A generator matrix over GF(2), its rows in words of 32 bits. Unsent bits begin in a new word. */
class BitGenerator implements WordGenerator {
  readonly q = 2;
  readonly n: number;
  readonly #matrix: BitRows;
  /** Position in the codeword of every bit of a row. */
  readonly #positions: Int32Array;
  /** Number of words of a row that count for its weight. */
  readonly #weighed: number;

  private constructor(matrix: BitRows, positions: Int32Array, n: number) {
    this.#matrix = matrix;
    this.#positions = positions;
    this.n = n;
    this.#weighed = Math.ceil(n / 32);
  }

  /**
   * @param positions positions in the codeword of all columns of the rows. @param n number of sent columns, which come
   * first.
   */
  static of(rows: readonly Uint8Array[], positions: Uint32Array, n: number): BitGenerator {
    const unsent = 32 * Math.ceil(n / 32) - n;
    const bitOf = (column: number) => (column < n ? column : column + unsent);
    const width = Math.ceil((positions.length + (positions.length > n ? unsent : 0)) / 32);
    const words = new Uint32Array(rows.length * width);
    rows.forEach((row, i) => {
      row.forEach((bit, column) => {
        words[i * width + (bitOf(column) >>> 5)] |= bit << (bitOf(column) & 31);
      });
    });
    const places = new Int32Array(32 * width).fill(-1);
    positions.forEach((position, column) => {
      places[bitOf(column)] = position;
    });
    return new BitGenerator({ rows: rows.length, width, words }, places, n);
  }

  get k(): number {
    return this.#matrix.rows;
  }

  get isEven(): boolean {
    const { rows, width, words } = this.#matrix;
    for (let row = 0; row < rows; row++) {
      let weight = 0;
      for (let w = 0; w < this.#weighed; w++) weight += bitCount(words[row * width + w]);
      if (weight % 2 === 1) return false;
    }
    return true;
  }

  systematic(order: ArrayLike<number>): number[] {
    return reduceBitRows(this.#matrix, order);
  }

  visitSums(first: number, count: number, maximum: number, take: TakeWord): number {
    const { rows, width, words } = this.#matrix;
    const weighed = this.#weighed;
    /** Sums of the rows chosen so far, [number of rows − 1][word]. */
    const sums = new Uint32Array(count * width);
    sums.set(words.subarray(first * width, (first + 1) * width));
    let wanted = maximum;
    const weigh = (at: number): void => {
      let weight = 0;
      for (let w = 0; w < weighed && weight <= wanted; w++) weight += bitCount(sums[at + w]);
      if (weight <= wanted) wanted = take(this.#word(sums.subarray(at, at + width), weight));
    };
    /** Adds one more row, `begin` or later, to the sum of `chosen` rows. */
    const extend = (begin: number, chosen: number): void => {
      const [from, to] = [(chosen - 1) * width, chosen * width];
      if (chosen + 1 === count) {
        const sum = sums.subarray(from, to);
        for (let row = begin; row < rows; row++) {
          row = lightSum(this.#matrix, sum, row, weighed, wanted);
          if (row === rows) break;
          for (let w = 0; w < width; w++) sums[to + w] = sums[from + w] ^ words[row * width + w];
          weigh(to);
        }
        return;
      }
      for (let row = begin; row < rows; row++) {
        for (let w = 0; w < width; w++) sums[to + w] = sums[from + w] ^ words[row * width + w];
        extend(row + 1, chosen + 1);
      }
    };
    if (count === 1) weigh(0);
    else extend(first + 1, 1);
    return wanted;
  }

  walkStart(): WalkStart {
    const { width, words } = this.#matrix;
    const symbolOf = (row: number, column: number) => (words[row * width + (column >>> 5)] >>> (column & 31)) & 1;
    const labels = 32 * (width - this.#weighed);
    return walkStart(this, FIELD, { symbolOf, labelled: 32 * this.#weighed, labels });
  }

  wordOf(planes: Uint32Array, weight: number): LightWord {
    return this.#word(planes, weight);
  }

  copy(): BitGenerator {
    return new BitGenerator({ ...this.#matrix, words: this.#matrix.words.slice() }, this.#positions, this.n);
  }

  #word(sum: Uint32Array, weight: number): LightWord {
    const positions: number[] = [];
    sum.forEach((word, w) => {
      for (let left = word; left !== 0; left &= left - 1) {
        positions.push(this.#positions[32 * w + 31 - Math.clz32(left & -left)]);
      }
    });
    return { weight, positions: Uint32Array.from(positions).sort(), values: new Uint8Array(positions.length).fill(1) };
  }
}

/** The first row, `begin` or later, whose sum with another weighs at most the maximum; the number of rows if none does. */
function lightSum({ rows, width, words }: BitRows, sum: Uint32Array, begin: number, weighed: number, maximum: number) {
  for (let row = begin; row < rows; row++) {
    const at = row * width;
    let weight = 0;
    for (let w = 0; w < weighed && weight <= maximum; w++) weight += bitCount(sum[w] ^ words[at + w]);
    if (weight <= maximum) return row;
  }
  return rows;
}

/** A generator matrix over GF(q), a byte an element. */
class SymbolGenerator implements WordGenerator {
  readonly n: number;
  readonly isEven = false;
  readonly #field: GaloisField;
  readonly #rows: Uint8Array[];
  /** Position in the codeword of every column. */
  readonly #positions: Uint32Array;

  constructor(field: GaloisField, rows: readonly Uint8Array[], positions: Uint32Array, n: number) {
    this.#field = field;
    this.#rows = [...rows];
    this.#positions = positions;
    this.n = n;
  }

  get q(): number {
    return this.#field.q;
  }

  get k(): number {
    return this.#rows.length;
  }

  systematic(order: ArrayLike<number>): number[] {
    return finish(rowReduction(this.#field, this.#rows, order));
  }

  visitSums(first: number, count: number, maximum: number, take: TakeWord): number {
    let wanted = maximum;
    const offer = (sum: Uint8Array, weight: number): void => {
      if (weight <= wanted) wanted = take(this.#word(sum, weight));
    };
    /** Adds multiples of `left` more rows, from `begin` on, to a sum. */
    const extend = (sum: Uint8Array, begin: number, left: number): void => {
      for (let row = begin; row < this.k; row++) {
        if (left === 1) this.#lightMultiples(sum, this.#rows[row], wanted, offer);
        for (let factor = 1; left > 1 && factor < this.q; factor++) {
          const more = sum.slice();
          addScaled(this.#field, more, this.#rows[row], factor);
          extend(more, row + 1, left - 1);
        }
      }
    };
    const start = this.#rows[first];
    if (count === 1) offer(start, start.subarray(0, this.n).filter((symbol) => symbol !== 0).length);
    else extend(start, first + 1, count - 1);
    return wanted;
  }

  walkStart(): WalkStart {
    const symbolOf = (row: number, column: number) => this.#rows[row][column];
    return walkStart(this, this.#field, { symbolOf, labelled: this.n, labels: this.#positions.length - this.n });
  }

  wordOf(planes: Uint32Array, weight: number): LightWord {
    const { p } = this.#field;
    const unsent = 32 * Math.ceil(this.n / 32) - this.n;
    const symbols = Uint8Array.from(this.#positions, (_, column) => {
      const bit = column < this.n ? column : column + unsent;
      let symbol = 0;
      for (let plane = 0; plane < p; plane++) symbol |= ((planes[(bit >>> 5) * p + plane] >>> (bit & 31)) & 1) << plane;
      return symbol;
    });
    return this.#word(symbols, weight);
  }

  copy(): SymbolGenerator {
    return new SymbolGenerator(
      this.#field,
      this.#rows.map((row) => row.slice()),
      this.#positions,
      this.n,
    );
  }

  /**
   * Finds the nonzero factors f for which sum + f·row weighs at most the maximum. A symbol where both are nonzero
   * vanishes for one factor, their ratio, so a count of ratios weighs all q − 1 multiples in one pass.
   */
  #lightMultiples(
    sum: Uint8Array,
    row: Uint8Array,
    maximum: number,
    offer: (sum: Uint8Array, weight: number) => void,
  ): void {
    const { q, log, exp } = this.#field;
    const vanishing = new Uint32Array(2 * (q - 1));
    let weight = 0;
    for (let column = 0; column < this.n; column++) {
      const [a, b] = [sum[column], row[column]];
      if ((a | b) === 0) continue;
      weight++;
      if (a !== 0 && b !== 0) vanishing[log[a] - log[b] + q - 1]++;
    }
    for (let exponent = 0; exponent < q - 1; exponent++) {
      const light = weight - vanishing[exponent] - vanishing[exponent + q - 1];
      if (light > maximum) continue;
      const word = sum.slice();
      addScaled(this.#field, word, row, exp[exponent]);
      offer(word, light);
    }
  }

  #word(symbols: Uint8Array, weight: number): LightWord {
    const columns = [...symbols.keys()].filter((column) => symbols[column] !== 0);
    columns.sort((a, b) => this.#positions[a] - this.#positions[b]);
    const values = Uint8Array.from(columns, (column) => symbols[column]);
    if (values.length > 0) scale(this.#field, values, inverse(this.#field, values[0]));
    return { weight, positions: Uint32Array.from(columns, (column) => this.#positions[column]), values };
  }
}

/**
 * A code for the logical operators of one side of a CSS code (Calderbank and Shor 1996; Steane 1996): the words of H that are no sums of
 * multiples of stabilizers, the checks of the other side. Its words are the words w of H, each with k further symbols, its products
 * with logical operators of the other side. They are all zero if and only if w is a sum of stabilizers. They are punctured, so they
 * have no weight.
 * @param matrix H of the side that detects the operators. @param stabilizers checks of the other side, as many columns.
 * @throws InputError if the matrices are no CSS code, or the code has no logical operator.
 */
export function logicalCode(
  matrix: ParityCheckMatrix,
  stabilizers: ParityCheckMatrix,
): Pick<Code, "matrix" | "punctured"> {
  const { field, columns } = matrix;
  if (stabilizers.field.q !== field.q || stabilizers.columns !== columns) {
    throw new InputError(
      `the stabilizers are ${stabilizers.columns} columns over GF(${stabilizers.field.q}), the checks ${columns} over GF(${field.q}): ` +
        "give both matrices of one CSS code",
    );
  }
  const wrong = unorthogonalRows(stabilizers, matrix);
  if (wrong !== undefined) {
    throw new InputError(
      `row ${wrong[0] + 1} of the stabilizers fails a check: the two matrices of a CSS code are orthogonal`,
    );
  }
  const logical = logicalOperators(stabilizers, matrix);
  if (logical.length === 0)
    throw new InputError("every word is a sum of stabilizers: the code has no logical operator");
  const checks = Array.from({ length: matrix.rows }, (_, row) => rowEntries(matrix, row));
  const products = logical.map((word, i) => [
    ...[...word.entries()].filter(([, symbol]) => symbol !== 0),
    [columns + i, 1] as Entry,
  ]);
  return {
    matrix: parityCheckMatrix(field, columns + logical.length, [...checks, ...products]),
    punctured: Uint32Array.from(logical, (_, i) => columns + i),
  };
}

/**
 * A basis of the logical operators: words of a matrix that are independent of each other and of the stabilizers. They are rows of a
 * systematic generator. If a sum of stabilizers ends at a row's information position, the row depends on rows before it and is left out.
 * One elimination of the stabilizers at the information positions finds these ends.
 * @param stabilizers words of the matrix.
 */
export function logicalOperators(matrix: ParityCheckMatrix, stabilizers: ParityCheckMatrix): Uint8Array[] {
  const encoder = systematicEncoder(matrix);
  const { informationPositions } = encoder;
  const placeOf = new Map([...informationPositions].map((position, i) => [position, i]));
  const parts = Array.from({ length: stabilizers.rows }, (_, row) =>
    rowEntries(stabilizers, row).flatMap(([column, value]): Entry[] => {
      const place = placeOf.get(column);
      return place === undefined ? [] : [[place, value]];
    }),
  ).filter((part) => part.length > 0);
  const words = generatorRows(
    encoder,
    Uint32Array.from({ length: matrix.columns }, (_, n) => n),
  );
  if (parts.length === 0) return words;
  const ends = finish(eliminationSteps(parityCheckMatrix(matrix.field, informationPositions.length, parts), true));
  const isEnd = new Set(ends.pivotColumns);
  return words.filter((_, i) => !isEnd.has(i));
}

/** A word of a `logicalCode` without the symbols that tell logical operators from sums of stabilizers. */
export function withoutLabels<W extends { readonly positions: Uint32Array; readonly values: Uint8Array }>(
  word: W,
  columns: number,
): W {
  const length = word.positions.filter((position) => position < columns).length;
  return { ...word, positions: word.positions.slice(0, length), values: word.values.slice(0, length) };
}

/**
 * The generator matrix of a code. Words are zero at shortened positions. Punctured symbols belong to the words but have
 * no weight.
 * @throws InputError for a code without nonzero words, and for a matrix too large for elimination.
 */
function wordGenerator(code: Pick<Code, "matrix" | "punctured" | "shortened">): WordGenerator {
  const { matrix, shortened = NO_POSITIONS } = code;
  const sent = transmittedPositions(code as Code);
  const columns = Uint32Array.of(...sent, ...(code.punctured ?? []));
  const rows = generatorRows(systematicEncoder(withoutColumns(matrix, shortened)), columns);
  if (rows.length === 0) throw new InputError("the code has no word but zero, so it has no minimum distance");
  if (sent.length === 0) throw new InputError("the code sends no symbols, so its words have no weight");
  return matrix.field.q === 2
    ? BitGenerator.of(rows, columns, sent.length)
    : new SymbolGenerator(matrix.field, rows, columns, sent.length);
}

/** H without its entries in some columns, and with a check for each of them that makes its symbol zero. */
function withoutColumns(matrix: ParityCheckMatrix, zeros: Uint32Array): ParityCheckMatrix {
  if (zeros.length === 0) return matrix;
  const isZero = new Set(zeros);
  const rows = Array.from({ length: matrix.rows }, (_, m) =>
    rowEntries(matrix, m).filter(([column]) => !isZero.has(column)),
  );
  const checks = rows.filter((row) => row.length > 0);
  return parityCheckMatrix(matrix.field, matrix.columns, [...checks, ...[...zeros].map((n): Entry[] => [[n, 1]])]);
}

/** Rows of a generator matrix, a byte per element, with their columns in a given order. */
function generatorRows(
  { k, rank, informationPositions, parityPositions, parity }: SystematicEncoder,
  columns: Uint32Array,
): Uint8Array[] {
  const columnOf = new Int32Array(k + rank).fill(-1);
  columns.forEach((position, column) => {
    columnOf[position] = column;
  });
  return Array.from({ length: k }, (_, i) => {
    const row = new Uint8Array(columns.length);
    row[columnOf[informationPositions[i]]] = 1;
    for (let j = 0; j < rank; j++) {
      const column = columnOf[parityPositions[j]];
      if (column >= 0) row[column] = parity[i * rank + j];
    }
    return row;
  });
}

/** A word of a list with the number of information sets that found it. */
type ListedWord = LightWords["words"][number];

interface WordLimits {
  /** Maximum weight of a listed word above the lightest one. */
  readonly above: number;
  /** Maximum weight of a listed word. */
  readonly heaviest: number;
  /** Maximum length of the list: a longer list loses its heaviest weight. */
  readonly wordsMaximum: number;
}

/**
 * The lightest words found so far, scalar multiples as one. The limit of their weight only falls, so the order of the
 * words does not affect the list, unless it becomes longer than `wordsMaximum`.
 */
class WordList {
  readonly #words = new Map<string, ListedWord>();
  readonly #limits: WordLimits;
  #limit: number;
  #lightest = Number.POSITIVE_INFINITY;

  constructor(limits: WordLimits) {
    this.#limits = limits;
    this.#limit = limits.heaviest;
  }

  /** The largest weight of a word that the list accepts. */
  get limit(): number {
    return this.#limit;
  }

  /** Weight of the lightest word; infinite without words. */
  get lightest(): number {
    return this.#lightest;
  }

  /** Whether words of the smallest weight alone fill the list. */
  get isFull(): boolean {
    return this.#words.size >= this.#limits.wordsMaximum && this.#limit === this.#lightest;
  }

  /** @param hits number of information sets that found it; 0 if a proof found it. @returns the new limit. */
  add(word: LightWord, hits = 1): number {
    if (word.weight > this.#limit) return this.#limit;
    const key = `${word.positions.join()}:${word.values.join()}`;
    const listed = this.#words.get(key);
    if (listed !== undefined) listed.hits += hits;
    else if (!this.isFull || word.weight < this.#lightest) {
      this.#lightest = Math.min(this.#lightest, word.weight);
      this.#words.set(key, { ...word, hits });
      this.limitTo(word.weight + this.#limits.above);
      if (this.#words.size > this.#limits.wordsMaximum) this.#dropHeaviest();
    }
    return this.#limit;
  }

  /** All words, lightest first, then by positions and values. */
  sorted(): ListedWord[] {
    return [...this.#words.values()].sort(
      (a, b) => a.weight - b.weight || lexicographic(a.positions, b.positions) || lexicographic(a.values, b.values),
    );
  }

  /** Counts by weight, ascending. */
  classes(): LightWords["classes"] {
    const sums = new Map<number, { listed: number; hits: number }>();
    for (const { weight, hits } of this.#words.values()) {
      const sum = sums.get(weight) ?? { listed: 0, hits: 0 };
      sums.set(weight, { listed: sum.listed + 1, hits: sum.hits + hits });
    }
    return [...sums]
      .sort((a, b) => a[0] - b[0])
      .map(([weight, { listed, hits }]) => {
        const meanHits = hits / listed;
        return { weight, listed, meanHits, missed: listed * missedShare(meanHits) };
      });
  }

  /** Drops words above a weight, and accepts none from now on. */
  limitTo(limit: number): void {
    if (limit >= this.#limit) return;
    this.#limit = limit;
    for (const [key, { weight }] of this.#words) if (weight > limit) this.#words.delete(key);
  }

  /** If all words have one weight, the earliest words stay. */
  #dropHeaviest(): void {
    const heaviest = Math.max(...this.classes().map(({ weight }) => weight));
    if (heaviest > this.lightest) this.limitTo(heaviest - 1);
    else {
      this.#limit = heaviest;
      this.#words.delete([...this.#words.keys()][this.#words.size - 1]);
    }
  }
}

/**
 * Estimates the number of missed words from the number of hits of each listed word. If every word has the same chance,
 * hits are Poisson distributed, and words without hits are not listed. The mean m of the listed words' hits and the
 * rate r of all words obey m = r / (1 − exp(−r)).
 */
function missedShare(meanHits: number): number {
  if (meanHits <= 1) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, meanHits];
  for (let step = 0; step < 60; step++) {
    const rate = (low + high) / 2;
    if (rate / -Math.expm1(-rate) < meanHits) low = rate;
    else high = rate;
  }
  return 1 / Math.expm1(high);
}

const count = z.int().check(z.gte(0));

const FILE = z.strictObject({
  code: z.string(),
  hash: z.string(),
  sums: count,
  above: count,
  heaviest: z.optional(count),
  seed: count,
  engine: z.optional(z.boolean()),
  sets: count,
  distance: z.nullable(count),
  completeTo: z.nullable(count),
  words: z.array(z.strictObject({ hits: count, positions: z.array(count), values: z.optional(z.array(count)) })),
});

/** The options that determine a file's words. */
export type SearchIdentity = Pick<LightWordOptions, "sums" | "above" | "heaviest" | "seed"> & {
  /** Whether random walks on an engine found the words; left out if not. */
  readonly engine?: true;
};

/**
 * Formats the words of a search as JSON for `readWordsFile`, one word per line. `distance` is the weight of the
 * lightest word, `completeTo` the weight up to which the list is proved complete; null stands for no word and for every
 * weight. Files of binary codes have no values.
 */
export function writeWordsFile(code: Code, identity: SearchIdentity, found: LightWords): string {
  const { sums, above, heaviest, seed, engine } = identity;
  const hash = codeHash(code.matrix, code);
  const finite = (weight: number) => (Number.isFinite(weight) ? weight : null);
  const head = { code: code.name, hash, sums, above, heaviest, seed, engine, sets: found.sets };
  const result = { distance: finite(found.distance), completeTo: finite(found.completeTo) };
  const lines = Object.entries({ ...head, ...result })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const words = found.words.map(({ hits, positions, values }) => {
    const symbols = code.matrix.field.q === 2 ? {} : { values: [...values] };
    return `    ${JSON.stringify({ hits, positions: [...positions], ...symbols })}`;
  });
  return ["{", ...lines, `  "words": [`, words.join(",\n"), "  ]", "}", ""].join("\n");
}

/**
 * The result of the search that a file was written by.
 * @throws InputError for a file of another code, for a word that is not a codeword, and for a file without words.
 */
export function readFoundWords(text: string, file: string, code: Code): LightWords {
  const { sums, above, heaviest, seed, engine, completeTo } = parseJson(text, file, FILE);
  const identity = { sums, above, heaviest, seed, ...(engine ? { engine } : {}) } as SearchIdentity;
  const found = new LightWordSearch(code, identity, readWordsFile(text, file, code, identity)).result();
  if (found.words.length === 0) throw new InputError("holds no words: let the search go on", { file });
  return { ...found, completeTo: completeTo ?? Number.POSITIVE_INFINITY };
}

/**
 * Reads the words of a search in order to continue it.
 * @throws InputError for a file of another code or of a search with other options, and for a word that is not a codeword.
 */
export function readWordsFile(
  text: string,
  file: string,
  code: Code,
  identity: SearchIdentity,
): { sets: number; words: ListedWord[] } {
  const content = parseJson(text, file, FILE);
  const wrong = (message: string, ...path: PropertyKey[]) =>
    new InputError(message, { file, line: jsonLine(text, path) });
  if (content.hash !== codeHash(code.matrix, code))
    throw wrong(`holds words of another code (${content.code})`, "hash");
  for (const name of ["sums", "above", "heaviest", "seed", "engine"] as const) {
    if (content[name] !== identity[name]) {
      throw wrong(`was made with ${name} ${content[name] ?? "left out"}: continue it with the same options`, name);
    }
  }
  const { columns, field } = code.matrix;
  const isSent = new Uint8Array(columns);
  for (const position of transmittedPositions(code)) isSent[position] = 1;
  const words = content.words.map(({ hits, positions, values = positions.map(() => 1) }, at): ListedWord => {
    const isAscending = positions.every(
      (position, i) => position < columns && (i === 0 || position > positions[i - 1]),
    );
    const areValues = values.length === positions.length && values.every((value) => value > 0 && value < field.q);
    if (!isAscending || !areValues || values[0] !== 1 || hits > content.sets) {
      throw wrong("is no list of ascending positions with values from 1, found by at most all sets", "words", at);
    }
    const word = new Uint8Array(columns);
    positions.forEach((position, i) => {
      word[position] = values[i];
    });
    const isZero = [...(code.shortened ?? [])].every((position) => word[position] === 0);
    if (!isZero || syndrome(code.matrix, word).some((symbol) => symbol !== 0)) {
      throw wrong("is no word of the code", "words", at);
    }
    const weight = positions.filter((position) => isSent[position] === 1).length;
    return { weight, hits, positions: Uint32Array.from(positions), values: Uint8Array.from(values) };
  });
  return { sets: content.sets, words };
}

/** An enumeration that proves a list complete up to a weight. */
interface ProofPlan {
  /** The information sets, and for each the number of rows up to which its sums are weighed. */
  readonly sets: readonly WordGenerator[];
  readonly depth: number;
  /** Number of sums of rows. */
  readonly sums: number;
  /** Weight up to which all words are visited. */
  readonly completeTo: number;
}

/** Number of random partitions of the columns, from which the cheapest is chosen. */
const PARTITIONS = 8;

/**
 * A lower bound on the sums of rows in any plan for a weight. It counts the ideal plan: every column belongs to
 * an information set, and all sets but one are complete.
 */
function leastSums(generator: Pick<WordGenerator, "k" | "n" | "q" | "isEven">, weight: number): number {
  const { k, n } = generator;
  const own = [...new Array<number>(Math.floor(n / k)).fill(k), ...(n % k === 0 ? [] : [n % k])];
  return costOf(generator, own, weight).sums;
}

/**
 * The cheapest enumeration that visits every word up to a weight (K.-H. Zimmermann, "Integral Hecke modules, integral
 * generalized Reed-Muller codes, and linear codes", 1996; M. Grassl in "Discovering Mathematics with Magma", 2006). The
 * columns are divided among information sets; set i has r_i pivots among its own columns. After all sums of up to w
 * rows of each systematic matrix have been weighed, a word that was not visited has at least w + 1 nonzero symbols in
 * the information set of each, at least w + 1 − (k − r_i) of them in its own columns.
 */
function proofPlan(generator: WordGenerator, weight: number, orderOf: (attempt: number) => Uint32Array): ProofPlan {
  const plans = Array.from({ length: PARTITIONS }, (_, attempt): ProofPlan => {
    const sets = ownSets(generator, orderOf(attempt));
    const { used, ...cost } = costOf(
      generator,
      sets.map(({ own }) => own),
      weight,
    );
    return { ...cost, sets: used.map((set) => sets[set].generator) };
  });
  return plans.reduce((best, plan) => (plan.sums < best.sums ? plan : best));
}

/** Weighs all sums of a plan. @param limit largest weight of a listed word. */
function* proofSteps({ sets, depth, sums }: ProofPlan, limit: () => number, take: TakeWord): Steps<void> {
  let done = 0;
  for (const set of sets) {
    for (let count = 1; count <= depth; count++) {
      for (let first = 0; first + count <= set.k; first++) {
        set.visitSums(first, count, limit(), take);
        done += binomial(set.k - first - 1, count - 1) * (set.q - 1) ** (count - 1);
        yield done / sums;
      }
    }
  }
}

/**
 * The smallest number of rows whose sums visit every word up to a weight. @param own number of each set's own pivots.
 */
function costOf(
  { k, q, isEven }: Pick<WordGenerator, "k" | "q" | "isEven">,
  own: readonly number[],
  weight: number,
): Omit<ProofPlan, "sets"> & { readonly used: readonly number[] } {
  for (let depth = 1; ; depth++) {
    const used = [...own.keys()].filter((set) => k - own[set] <= depth);
    const lightest = used.reduce((sum, set) => sum + depth + 1 - (k - own[set]), 0);
    // If the weights of all words are even, an odd bound can rise by one.
    const completeTo = depth >= k ? Number.POSITIVE_INFINITY : lightest + (isEven ? lightest % 2 : 0) - 1;
    if (completeTo < weight) continue;
    const counts = Array.from({ length: Math.min(depth, k) }, (_, i) => binomial(k, i + 1) * (q - 1) ** i);
    const sums = used.length * sum(counts);
    return { used, depth: Math.min(depth, k), sums, completeTo };
  }
}

/** Divides the columns among information sets until the others add none. `own` pivots of a set are in no set before. */
function ownSets(generator: WordGenerator, order: Uint32Array) {
  const sets: { readonly generator: WordGenerator; readonly own: number }[] = [];
  let left = [...order];
  const taken: number[] = [];
  while (left.length > 0) {
    const set = generator.copy();
    const fresh = new Set(left);
    const own = set.systematic([...left, ...taken]).filter((column) => fresh.has(column));
    if (own.length === 0) break;
    sets.push({ generator: set, own: own.length });
    const isOwn = new Set(own);
    taken.push(...own);
    left = left.filter((column) => !isOwn.has(column));
  }
  return sets;
}

/**
 * Makes a matrix systematic on its first independent columns, in the form of wgsl/low-weight/walk.
 * @param rows its rows after `systematic`.
 * @throws InputError if two words differ in symbols without weight alone.
 */
function walkStart(
  generator: Pick<WordGenerator, "k" | "n" | "systematic">,
  field: GaloisField,
  {
    symbolOf,
    labelled,
    labels,
  }: {
    readonly symbolOf: (row: number, column: number) => number;
    /** Column of the first symbol without weight, and number of these columns. */
    readonly labelled: number;
    readonly labels: number;
  },
): WalkStart {
  const { k, n } = generator;
  const pivots = generator.systematic(Uint32Array.from({ length: n }, (_, column) => column));
  if (pivots.length < k) throw new InputError(ZERO_DISTANCE);
  const isPivot = new Set(pivots);
  const slots = Array.from({ length: n }, (_, column) => column).filter((column) => !isPivot.has(column));
  const weighed = Math.ceil(slots.length / 32);
  const unsent = Array.from({ length: labels }, (_, i) => labelled + i);
  const words = new Uint32Array((weighed + Math.ceil(labels / 32)) * field.p * k);
  const put = (column: number, bit: number): void => {
    for (let row = 0; row < k; row++) {
      const symbol = symbolOf(row, column);
      for (let plane = 0; plane < field.p; plane++) {
        words[((bit >>> 5) * field.p + plane) * k + row] |= ((symbol >>> plane) & 1) << (bit & 31);
      }
    }
  };
  for (const [slot, column] of slots.entries()) put(column, slot);
  for (const [i, column] of unsent.entries()) put(column, 32 * weighed + i);
  return { field, k, words, columns: Uint32Array.of(...pivots, ...slots), labels: Math.ceil(labels / 32) };
}

const ZERO_DISTANCE = "two words of the code differ in punctured symbols alone: its distance is 0";

/**
 * Finds the lightest words of a code on random information sets. Other words of low weight may exist.
 * @param code its matrix, and its punctured and shortened symbols. Punctured symbols have no weight.
 * @param options `stabilizers`, the checks of the other side of a CSS code, leave only words that are no sums of their rows, the logical
 * operators that `code` checks; `informationSets` to try, each with all sums of up to `sums` rows of a systematic generator matrix;
 * `seed` of the sets, 0 … 2³² − 1; words up to `above` heavier than the lightest one are listed, but none heavier than `heaviest`.
 * @returns `distance`, the weight of the lightest word; `classes`, for each weight the number of words `listed`, the mean
 * number of sets that found each, and an estimate of the words `missed`; `words`, lightest first, each with its `weight`,
 * its nonzero `positions` and their `values`, and the number of sets (`hits`) that found it. One word stands for all its
 * scalar multiples.
 * @throws InputError for a code without nonzero words, or with two words that differ only in punctured symbols, and for a seed out of range.
 * @example
 * const { distance, classes } = lightWords(code, { sums: 2, above: 0, seed: 1, informationSets: 50 });
 * [distance, classes[0].listed]; // → [4, 3]
 */
export function lightWords(
  code: Pick<Code, "matrix" | "punctured" | "shortened">,
  options: {
    readonly informationSets: number;
    readonly sums: number;
    readonly above: number;
    readonly heaviest?: number;
    readonly seed: number;
    readonly wordsMaximum?: number;
    readonly stabilizers?: Code["matrix"];
  },
): {
  readonly distance: number;
  readonly completeTo: number;
  readonly sets: number;
  readonly classes: readonly {
    readonly weight: number;
    readonly listed: number;
    readonly meanHits: number;
    readonly missed: number;
  }[];
  readonly words: readonly {
    readonly weight: number;
    readonly positions: Uint32Array;
    readonly values: Uint8Array;
    hits: number;
  }[];
} {
  requireOptions("lightWords", options, {
    informationSets: true,
    sums: true,
    above: true,
    heaviest: true,
    seed: true,
    wordsMaximum: true,
    stabilizers: true,
  });
  const { stabilizers, ...given } = options;
  requireSeed(options.seed);
  const searched = stabilizers === undefined ? code : logicalCode(code.matrix, stabilizers);
  const search = new LightWordSearch(searched, { ...given, labelled: stabilizers !== undefined });
  while (search.sets < options.informationSets) finish(search.nextSet());
  const found = search.result();
  return stabilizers === undefined
    ? found
    : { ...found, words: found.words.map((word) => withoutLabels(word, code.matrix.columns)) };
}

/** The parameters of a search for low-weight words. */
export interface LightWordOptions {
  /** Maximum number of rows of a systematic generator matrix in a sum: 1, 2 or 3. */
  readonly sums: number;
  /** Maximum weight of a listed word above the lightest one. */
  readonly above: number;
  /** Maximum weight of a listed word. */
  readonly heaviest?: number;
  /** Seed of the information sets, an integer; its low 32 bits count. */
  readonly seed: number;
  /** Maximum number of listed words. */
  readonly wordsMaximum?: number;
  /** Lists only words with a nonzero punctured symbol: the logical operators of a `logicalCode`. */
  readonly labelled?: boolean;
}

/** The result of a search for low-weight words; `completeTo` is the weight up to which an enumeration proved the list complete, 0 without one. */
export type LightWords = ReturnType<typeof lightWords>;

/** Default maximum number of listed words, which take some hundred MB. */
const WORDS_MAXIMUM = 100_000;

/**
 * A search for the lightest words of a code on random information sets. The generator matrix is made systematic on a
 * random set of k columns, and sums of few rows are weighed (P. J. Lee and E. F. Brickell, Eurocrypt 1988; J. Stern, "A
 * method for finding codewords of small weight", 1988): a word with at most `sums` nonzero symbols in the set is found.
 * Set number i depends on the code, the seed and i alone, so a search can stop after any set and be continued.
 */
export class LightWordSearch {
  readonly generator: WordGenerator;
  readonly #options: LightWordOptions;
  readonly #limits: WordLimits;
  readonly #list: WordList;
  /** Whether a position of a word has weight. */
  readonly #isSent: Uint8Array;
  #sets = 0;
  #completeTo = 0;

  /**
   * @param code its matrix, and its punctured and shortened symbols.
   * @param before words and number of sets of an earlier search with the same options, which this search continues.
   */
  constructor(
    code: Pick<Code, "matrix" | "punctured" | "shortened">,
    options: LightWordOptions,
    before: { readonly sets: number; readonly words: readonly ListedWord[] } = { sets: 0, words: [] },
  ) {
    this.generator = wordGenerator(code);
    this.#isSent = new Uint8Array(code.matrix.columns).fill(1);
    for (const position of code.punctured ?? []) this.#isSent[position] = 0;
    this.#options = options;
    const { above, heaviest = this.generator.n, wordsMaximum = WORDS_MAXIMUM } = options;
    this.#limits = { above, heaviest, wordsMaximum };
    this.#list = new WordList(this.#limits);
    for (const word of before.words) if (this.#isListed(word)) this.#list.add(word, word.hits);
    this.#sets = before.sets;
  }

  /** The largest weight of a word that the list accepts. */
  get limit(): number {
    return this.#list.limit;
  }

  /** Weight of the lightest word; infinite without words. */
  get lightest(): number {
    return this.#list.lightest;
  }

  /** Whether it lists only words with a nonzero punctured symbol. */
  get isLabelled(): boolean {
    return this.#options.labelled === true;
  }

  /** Maximum number of rows in a sum. */
  get sums(): number {
    return this.#options.sums;
  }

  /** Sets tried. */
  get sets(): number {
    return this.#sets;
  }

  /** Whether words of the smallest weight fill the list, so that further sets add none. */
  get isFull(): boolean {
    return this.#list.isFull;
  }

  /** The words found so far. */
  result(): LightWords {
    return { ...this.progress(), words: this.#list.sorted() };
  }

  /** The result without the words. */
  progress(): Omit<LightWords, "words"> {
    const { lightest: distance, limit } = this.#list;
    const completeTo = Math.min(this.#completeTo, limit);
    return { distance, completeTo, sets: this.#sets, classes: this.#list.classes() };
  }

  /** Estimate of the number of words up to the limit that no set has found yet; infinite while most were found once. */
  get missed(): number {
    const classes = this.#list.classes();
    return classes.length === 0 ? Number.POSITIVE_INFINITY : classes.reduce((sum, { missed }) => sum + missed, 0);
  }

  /** Drops words above a weight, and lists none from now on. */
  limitTo(weight: number): void {
    this.#list.limitTo(weight);
  }

  /** Lists words that were found elsewhere. @param sets tried for them. */
  take(words: Iterable<LightWord>, sets: number): void {
    for (const word of words) this.#list.add(word);
    this.#sets += sets;
  }

  /** Tries the next information set. @param sums most rows in a sum. */
  *nextSet(sums = this.#options.sums): Steps<void> {
    const { generator } = this;
    const pivots = generator.systematic(setOrder(this.#options.seed, this.#sets, generator.n));
    if (pivots.length < generator.k) throw new InputError(ZERO_DISTANCE);
    // A set that is interrupted has no effect.
    const found = new WordList({ ...this.#limits, heaviest: this.#list.limit });
    const take = (word: LightWord) => (this.#isListed(word) ? found.add(word) : found.limit);
    for (let count = 1; count <= Math.min(sums, generator.k); count++) {
      for (let first = 0; first + count <= generator.k; first++) {
        generator.visitSums(first, count, found.limit, take);
        yield (count - 1 + first / generator.k) / sums;
      }
    }
    this.#list.limitTo(found.limit);
    for (const word of found.sorted()) this.#list.add(word);
    this.#sets++;
  }

  /**
   * Plans a proof that every word up to the limit is listed or, if that takes too many sums, that no word is lighter
   * than the lightest one.
   * @returns undefined if both take more sums of rows than the maximum.
   */
  planProof(sumsMaximum: number): ProofPlan | undefined {
    const orderOf = (attempt: number) => setOrder(this.#options.seed, attempt, this.generator.n);
    for (const weight of [this.#list.limit, this.#list.lightest - 1]) {
      if (!Number.isFinite(weight) || leastSums(this.generator, weight) > sumsMaximum) continue;
      const plan = proofPlan(this.generator, weight, orderOf);
      if (plan.sums <= sumsMaximum) return plan;
    }
    return undefined;
  }

  /** Carries out a proof, and lists the words that no set had found. */
  *prove(plan: ProofPlan): Steps<void> {
    yield* proofSteps(
      plan,
      () => this.#list.limit,
      (word) => (this.#isListed(word) ? this.#list.add(word, 0) : this.#list.limit),
    );
    this.#completeTo = Math.max(this.#completeTo, plan.completeTo);
  }

  #isListed({ positions }: LightWord): boolean {
    return !this.isLabelled || positions.some((position) => this.#isSent[position] === 0);
  }
}

/** The order of columns for an information set. */
function setOrder(seed: number, set: number, n: number): Uint32Array {
  const random = randomSource(randomSource(seed).below(2 ** 32) + Math.imul(set, SET_STRIDE));
  return random.shuffle(Uint32Array.from({ length: n }, (_, column) => column));
}

/** An odd number that is no small multiple of the constant by which the generator's states advance. */
const SET_STRIDE = 0x632be5ab;
