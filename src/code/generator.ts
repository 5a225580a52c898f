import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import type { Steps } from "./steps.ts";

/** The size of a generator's parity part: k × rank elements of p bits each. */
export interface GeneratorShape {
  readonly field: { readonly p: number };
  readonly k: number;
  readonly rank: number;
}

/** Words of a generator's planes: [⌈k/32⌉][p][rank], ⌈k/32⌉·p·rank of them. */
export function planeWords({ field: { p }, k, rank }: GeneratorShape): number {
  return Math.ceil(k / 32) * p * rank;
}

/**
 * Packs the parity part of a generator: bit i mod 32 of word [⌊i/32⌋][b][j] is bit b of the element of information symbol i and
 * parity symbol j.
 * @param rowOf for parity symbol j its elements by codeword position; the elements at `informationPositions` are taken.
 */
export function* generatorPlanes(
  shape: GeneratorShape & { readonly informationPositions: Uint32Array },
  rowOf: (j: number) => Uint8Array,
): Steps<Uint32Array> {
  const { field, k, rank, informationPositions } = shape;
  const { p } = field;
  const planes = new Uint32Array(planeWords(shape));
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
export function parityOfPlanes({ field: { p }, k, rank }: GeneratorShape, planes: Uint32Array): Uint8Array {
  const parity = new Uint8Array(k * rank);
  for (let i = 0; i < k; i++) {
    for (let b = 0; b < p; b++) {
      const plane = (Math.floor(i / 32) * p + b) * rank;
      for (let j = 0; j < rank; j++) parity[i * rank + j] |= ((planes[plane + j] >>> (i % 32)) & 1) << b;
    }
  }
  return parity;
}

/**
 * Whether each word of a generator over GF(2) satisfies every check, all information symbols' words at once.
 * @param shape its information and parity positions together are 0 … N − 1.
 */
export function satisfiesBitChecks(
  { rows, columns, checkStart, variable }: ParityCheckMatrix,
  shape: GeneratorShape & { readonly informationPositions: Uint32Array; readonly parityPositions: Uint32Array },
  planes: Uint32Array,
): boolean {
  const { k, rank, informationPositions, parityPositions } = shape;
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
