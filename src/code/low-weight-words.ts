import { InputError } from "../errors.ts";
import { reduceBitRows } from "./bit-elimination.ts";
import { type BitRows, bitCount } from "./bit-rows.ts";
import { randomSource } from "./construct/random.ts";
import { systematicEncoder } from "./encoder.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

export interface LowWeightOptions {
  /** Words heavier than this are left out. */
  readonly weightMaximum: number;
  /** Random information sets to try. */
  readonly informationSets: number;
  readonly seed: number;
  /**
   * Circulant size of a quasi-cyclic code: words that differ by a common cyclic shift within all blocks of `circulant`
   * symbols count as one. 1 for any other code.
   */
  readonly circulant: number;
  /** The search stops at this number of words. */
  readonly wordsMaximum: number;
}

/**
 * Low-weight codewords of a binary code, each as its ascending nonzero positions, lightest first. Information-set search
 * (P. J. Lee and E. F. Brickell, "An observation on the security of McEliece's public-key cryptosystem", Eurocrypt 1988):
 * the generator matrix is made systematic on random information sets, and its rows and sums of two rows are weighed.
 * A word of weight w that has at most two nonzeros in the set is found; with rate 1/2 that is (1 + w + w(w − 1)/2)/2^w
 * of the sets for each of its shifts. A word that is not found is not proved absent.
 * @throws InputError for a code that is not binary or whose length is no multiple of the circulant.
 */
export function lowWeightWords(matrix: ParityCheckMatrix, options: LowWeightOptions): Uint32Array[] {
  const { weightMaximum, informationSets, seed, circulant, wordsMaximum } = options;
  if (matrix.field.q !== 2) throw new InputError(`low-weight search takes binary codes, not GF(${matrix.field.q})`);
  if (matrix.columns % circulant !== 0) {
    throw new InputError(`code length ${matrix.columns} is no multiple of the circulant size ${circulant}`);
  }
  const generator = generatorRows(matrix);
  const random = randomSource(seed);
  const order = Uint32Array.from({ length: matrix.columns }, (_, i) => i);
  const seen = new Set<string>();
  const found: Uint32Array[] = [];
  const take = (first: number, second: number): void => {
    const positions = positionsOf(generator, first, second);
    if (seen.has(positions.join())) return;
    for (let shift = 0; shift < circulant; shift++) seen.add(shiftPositions(positions, shift, circulant).join());
    found.push(positions);
  };
  for (let set = 0; set < informationSets && found.length < wordsMaximum; set++) {
    reduceBitRows(generator, random.shuffle(order));
    visitLightSums(generator, weightMaximum, take);
  }
  return found.sort((a, b) => a.length - b.length);
}

/** The positions, ascending, after a cyclic shift by `shift` within every block of `circulant` positions. */
export function shiftPositions(positions: Uint32Array, shift: number, circulant: number): Uint32Array {
  return positions
    .map((position) => {
      const within = position % circulant;
      return position - within + ((within + shift) % circulant);
    })
    .sort();
}

function generatorRows(matrix: ParityCheckMatrix): BitRows {
  const { k, n, rank, informationPositions, parityPositions, parity } = systematicEncoder(matrix);
  const width = Math.ceil(n / 32);
  const words = new Uint32Array(k * width);
  const set = (row: number, column: number): void => {
    words[row * width + (column >>> 5)] |= 1 << (column & 31);
  };
  for (let i = 0; i < k; i++) {
    set(i, informationPositions[i]);
    for (let j = 0; j < rank; j++) if (parity[i * rank + j] !== 0) set(i, parityPositions[j]);
  }
  return { rows: k, width, words };
}

/** Calls back with every row (twice its index) and every pair of rows whose sum weighs at most the maximum. */
function visitLightSums(matrix: BitRows, maximum: number, visit: (first: number, second: number) => void): void {
  const { rows, width, words } = matrix;
  for (let a = 0; a < rows; a++) {
    const first = a * width;
    let own = 0;
    for (let w = 0; w < width && own <= maximum; w++) own += bitCount(words[first + w]);
    if (own <= maximum) visit(a, a);
    for (let b = a + 1; b < rows; b++) {
      const second = b * width;
      let weight = 0;
      for (let w = 0; w < width && weight <= maximum; w++) weight += bitCount(words[first + w] ^ words[second + w]);
      if (weight <= maximum) visit(a, b);
    }
  }
}

function positionsOf({ width, words }: BitRows, first: number, second: number): Uint32Array {
  const positions: number[] = [];
  for (let w = 0; w < width; w++) {
    const word = words[first * width + w] ^ (first === second ? 0 : words[second * width + w]);
    for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) positions.push(32 * w + bit);
  }
  return Uint32Array.from(positions);
}
