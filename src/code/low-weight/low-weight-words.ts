import { InputError } from "../../errors.ts";
import { randomSource } from "../construct/random.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { wordGenerator } from "./generator-of-code.ts";
import type { LightWord } from "./word-generator.ts";

export interface LowWeightOptions {
  /** Words heavier than this are left out. */
  readonly weightMaximum: number;
  /** Random information sets to try. */
  readonly informationSets: number;
  readonly seed: number;
  /**
   * Circulant size of a quasi-cyclic code, or 1 for any other code: words that differ by a common cyclic shift within
   * all blocks of `circulant` symbols count as one word.
   */
  readonly circulant: number;
  /** Number of words at which the search stops. */
  readonly wordsMaximum: number;
}

/**
 * Low-weight codewords of a binary code, each as its ascending nonzero positions, lightest first. Information-set search
 * (P. J. Lee and E. F. Brickell, "An observation on the security of McEliece's public-key cryptosystem", Eurocrypt 1988):
 * the generator matrix is made systematic on random information sets, and its rows and sums of two rows are weighed.
 * A word of weight w that has at most two nonzeros in the set is found; with rate 1/2 that is (1 + w + w(w − 1)/2)/2^w
 * of the sets for each of its shifts. Other words of low weight may exist.
 * @throws InputError for a code that is not binary or whose length is no multiple of the circulant.
 */
export function lowWeightWords(matrix: ParityCheckMatrix, options: LowWeightOptions): Uint32Array[] {
  const { weightMaximum, informationSets, seed, circulant, wordsMaximum } = options;
  if (matrix.field.q !== 2) throw new InputError(`low-weight search takes binary codes, not GF(${matrix.field.q})`);
  if (matrix.columns % circulant !== 0) {
    throw new InputError(`code length ${matrix.columns} is no multiple of the circulant size ${circulant}`);
  }
  const generator = wordGenerator({ matrix });
  const random = randomSource(seed);
  const order = Uint32Array.from({ length: matrix.columns }, (_, i) => i);
  const seen = new Set<string>();
  const found: Uint32Array[] = [];
  const take = ({ positions }: LightWord): number => {
    if (seen.has(positions.join())) return weightMaximum;
    for (let shift = 0; shift < circulant; shift++) seen.add(shiftPositions(positions, shift, circulant).join());
    found.push(positions);
    return weightMaximum;
  };
  for (let set = 0; set < informationSets && found.length < wordsMaximum; set++) {
    generator.systematic(random.shuffle(order));
    for (let first = 0; first < generator.k; first++) {
      generator.visitSums(first, 1, weightMaximum, take);
      generator.visitSums(first, 2, weightMaximum, take);
    }
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
