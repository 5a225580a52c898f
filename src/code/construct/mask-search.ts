import { InputError } from "../../errors.ts";
import { type GaloisField, galoisField, powerOfAlpha } from "../../galois/field.ts";
import { sum } from "../../sum.ts";
import { bitCount, rank } from "../elimination/elimination.ts";
import { shortestCycles } from "../girth.ts";
import { LightWordSearch } from "../low-weight.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { shiftedPositions } from "../positions.ts";
import { finish } from "../steps.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { type DispersionOptions, dispersionCode } from "./dispersion.ts";

export type Mask = readonly (readonly number[])[];

export interface MaskSearchOptions {
  readonly rows: DispersionOptions["rows"];
  readonly columns: DispersionOptions["columns"];
  /** Ones in the first row of each circulant of the mask. */
  readonly weight: number;
  /** Eb/N0 in dB at which the words are weighed against each other. */
  readonly ebN0: number;
  readonly seed: number;
  /** Rounds of word search, each over fewer masks and with more information sets. */
  readonly rounds: readonly SearchRound[];
}

export interface SearchRound {
  /** Number of masks that are searched: the best masks so far. */
  readonly masks: number;
  /** Random information sets per mask. */
  readonly informationSets: number;
  /** Symbol weight up to which words are listed. */
  readonly weightMaximum: number;
}

/** The figures of merit of one mask. */
export interface MaskResult {
  readonly mask: Mask;
  readonly girth: number;
  readonly shortestCycles: number;
  /** Words found, one per cyclic shift and scalar class: [symbol weight, how many], ascending. Empty if not searched. */
  readonly words: readonly WeightCount[];
  /** The same words' multiples in bits, as sent over BPSK: [bit weight, how many words of the code], ascending. */
  readonly bitWeights: readonly WeightCount[];
  /** Bhattacharyya bound on the frame error rate that these words cause: Σ exp(−R·(bit weight)·Eb/N0). */
  readonly bound: number;
}

export type WeightCount = readonly [weight: number, count: number];

/** Progress of a search, for a line on stderr. */
export interface MaskSearchProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/**
 * If the bound is below this number, the words do not matter, because other failures of the decoder come first, so girth and number of
 * shortest cycles decide.
 */
const NEGLIGIBLE_BOUND = 1e-15;

/** Masks tried at most; the search takes milliseconds for each. */
const MASKS_MAXIMUM = 200_000;

/** Most words, shifts included, that are listed, because a mask with this number cannot win. */
const WORDS_MAXIMUM = 100_000;

/**
 * Searches the masks of circulants for the dispersion code with the fewest low-weight words. All choices of first rows
 * of the given weight are tried. Masks with dependent checks or 4-cycles are dropped. The other masks are ordered by
 * girth and number of shortest cycles, and the best masks go through the rounds of low-weight search. In a round the
 * bound decides, and girth and cycles decide among masks whose bound is negligible.
 * @returns the masks of the last round first, best first, then the masks dropped in earlier rounds.
 * @throws InputError if no mask gives independent checks.
 */
export function searchMasks(
  field: GaloisField,
  options: MaskSearchOptions,
  onProgress: (progress: MaskSearchProgress) => void = () => {},
): MaskResult[] {
  let ranked = screenMasks(field, options, onProgress);
  if (ranked.length === 0) {
    throw new InputError(`no mask of weight ${options.weight} circulants gives independent checks: choose other rows`);
  }
  options.rounds.forEach((round, r) => {
    const inRound = ranked.slice(0, round.masks);
    const searched = inRound.map((result, i) => {
      onProgress({ stage: `round ${r + 1}`, done: i, total: inRound.length });
      return withWords(field, options, round, result);
    });
    ranked = [...searched.sort(byWords), ...ranked.slice(round.masks)];
  });
  return ranked;
}

/** Girth, cycles and low-weight words of one mask, without competition; for comparing a mask that is given. */
export function assessMask(field: GaloisField, options: MaskSearchOptions, round: SearchRound, mask: Mask): MaskResult {
  const cycles = shortestCycles(tannerGraph(dispersionCode(field, { ...options, mask })));
  const bare = { mask, girth: cycles.girth ?? Number.POSITIVE_INFINITY, shortestCycles: cycles.count };
  return withWords(field, options, round, { ...bare, words: [], bitWeights: [], bound: 0 });
}

function screenMasks(
  field: GaloisField,
  options: MaskSearchOptions,
  onProgress: (progress: MaskSearchProgress) => void,
): MaskResult[] {
  const size = options.rows[1] - options.rows[0] + 1;
  const circulants = (options.columns[1] - options.columns[0] + 1) / size;
  if (!Number.isInteger(circulants) || circulants < 1) {
    throw new InputError(`${circulants * size} columns are no multiple of ${size} rows: circulants would not fit`);
  }
  const firstRows = subsets(size, options.weight);
  if (firstRows.length ** circulants > MASKS_MAXIMUM) {
    throw new InputError(
      `${firstRows.length}^${circulants} masks are too many to try: take fewer columns or another weight`,
    );
  }
  const masks = tuples(firstRows, circulants);
  const kept: MaskResult[] = [];
  masks.forEach((mask, i) => {
    if (i % 100 === 0) onProgress({ stage: "screening", done: i, total: masks.length });
    const matrix = dispersionCode(field, { ...options, mask });
    const { girth, count } = shortestCycles(tannerGraph(matrix));
    if (girth === null || girth < 6) return;
    if (rank(binaryPattern(matrix)) < matrix.rows) return;
    kept.push({ mask, girth, shortestCycles: count, words: [], bitWeights: [], bound: 0 });
  });
  return kept.sort(byCycles);
}

function withWords(
  field: GaloisField,
  options: MaskSearchOptions,
  { informationSets, weightMaximum }: SearchRound,
  result: MaskResult,
): MaskResult {
  const circulant = field.q - 1;
  const matrix = dispersionCode(field, { ...options, mask: result.mask });
  const pattern = { matrix: binaryPattern(matrix) };
  const search = new LightWordSearch(pattern, {
    sums: 2,
    above: weightMaximum,
    heaviest: weightMaximum,
    seed: options.seed,
    wordsMaximum: WORDS_MAXIMUM,
  });
  while (search.sets < informationSets && !search.isFull) finish(search.nextSet());
  const words = orbitsOf(search.result().words, circulant);
  const rate = 1 - matrix.rows / matrix.columns;
  const signal = rate * 10 ** (options.ebN0 / 10);
  const bits = new Map<number, number>();
  for (const word of words) {
    // Shifts of the word run through the same multiples, so each of the q − 1 scalars counts once per shift.
    for (let scalar = 0; scalar < circulant; scalar++) count(bits, bitWeight(field, word, scalar), circulant);
  }
  const bitWeights = ascending(bits);
  const symbols = new Map<number, number>();
  for (const word of words) count(symbols, word.length, 1);
  const bound = sum(bitWeights.map(([weight, many]) => many * Math.exp(-signal * weight)));
  return { ...result, words: ascending(symbols), bitWeights, bound };
}

/** One word for all that differ by a common cyclic shift within all circulants, lightest first. */
function orbitsOf(words: readonly { readonly positions: Uint32Array }[], circulant: number): Uint32Array[] {
  const seen = new Set<string>();
  return words.flatMap(({ positions }) => {
    if (seen.has(positions.join())) return [];
    for (let shift = 0; shift < circulant; shift++) seen.add(shiftedPositions(positions, shift, circulant).join());
    return [positions];
  });
}

/**
 * Every block of a dispersion code carries α^c in its column c, so H is a binary quasi-cyclic matrix whose columns were
 * scaled: x is a codeword exactly if (α^c·x_c) satisfies the binary pattern. Rank and supports of lightest words are
 * the same for the pattern over GF(2).
 */
function binaryPattern(matrix: ParityCheckMatrix): ParityCheckMatrix {
  return { ...matrix, field: galoisField(2), value: new Uint8Array(matrix.value.length).fill(1) };
}

/** Bits set in the symbols of the codeword α^scalar·(binary word), its columns unscaled. */
function bitWeight(field: GaloisField, word: Uint32Array, scalar: number): number {
  return sum(Array.from(word, (position) => bitCount(powerOfAlpha(field, scalar - (position % (field.q - 1))))));
}

function count(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function ascending(counts: ReadonlyMap<number, number>): WeightCount[] {
  return [...counts].sort((a, b) => a[0] - b[0]);
}

function byWords(a: MaskResult, b: MaskResult): number {
  const words = Math.max(a.bound, NEGLIGIBLE_BOUND) - Math.max(b.bound, NEGLIGIBLE_BOUND);
  return words || byCycles(a, b);
}

function byCycles(a: MaskResult, b: MaskResult): number {
  return b.girth - a.girth || a.shortestCycles - b.shortestCycles;
}

/** All subsets of {0 … size − 1} with the given number of members, members ascending. */
function subsets(size: number, members: number, first = 0): number[][] {
  if (members === 0) return [[]];
  const found: number[][] = [];
  for (let head = first; head <= size - members; head++) {
    for (const tail of subsets(size, members - 1, head + 1)) found.push([head, ...tail]);
  }
  return found;
}

function tuples(choices: readonly number[][], length: number): number[][][] {
  if (length === 0) return [[]];
  const shorter = tuples(choices, length - 1);
  return choices.flatMap((choice) => shorter.map((tail) => [choice, ...tail]));
}
