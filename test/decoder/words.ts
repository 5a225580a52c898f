import { encode, systematicEncoder } from "../../src/code/encoder.ts";
import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";
import { randomNumbers } from "../simulation/random.ts";
import { GRID, randomLlr } from "./reproductions/min-max-symbols/messages.ts";

/** Input of a decoder over GF(q) for one frame, and the sent word. */
export interface SymbolFrame {
  readonly word: number[];
  /** [variable][symbol], with a 0 in each vector. */
  readonly llr: number[][];
  /** H·word, by check. */
  readonly syndrome: number[];
}

export interface FrameRequest {
  readonly count: number;
  readonly seed: number;
  /** Whether the sent words are random words with syndromes. Default: codewords. */
  readonly withSyndrome?: boolean;
  /** LLRs are multiples of this number. Default: `GRID`. */
  readonly grid?: number;
  /** LLRs are below this number. Default 8. */
  readonly bound?: number;
}

/** Noisy words. The first of ten frames has no wrong symbol, and each following frame has a tenth more. */
export function noisyFrames(
  matrix: ParityCheckMatrix,
  { count, seed, withSyndrome = false, grid = GRID, bound = 8 }: FrameRequest,
): SymbolFrame[] {
  const random = randomNumbers(seed);
  const encoder = systematicEncoder(matrix);
  return Array.from({ length: count }, (_, frame) => {
    const word = withSyndrome
      ? randomWord(matrix, random)
      : [...encode(encoder, randomSymbols(encoder.k, matrix.field.q, random))];
    const llr = noisyLlr(word, matrix.field.q, random, { wrong: (frame % 10) / 10, grid, bound });
    return { word, llr, syndrome: syndromeOf(matrix, word) };
  });
}

/** LLRs whose likeliest symbol is the word's, or with probability `wrong` a random one. */
export function noisyLlr(
  word: readonly number[],
  q: number,
  random: () => number,
  { wrong = 0.15, grid = GRID, bound = 8 } = {},
): number[][] {
  return word.map((symbol) => randomLlr(random, q, bound, random() < wrong ? Math.floor(random() * q) : symbol, grid));
}

/** A word of random symbols, which is a codeword only by chance. */
export function randomWord({ columns, field }: ParityCheckMatrix, random: () => number): number[] {
  return randomSymbols(columns, field.q, random);
}

/** H·word. */
export function syndromeOf(matrix: ParityCheckMatrix, word: ArrayLike<number>): number[] {
  return Array.from({ length: matrix.rows }, (_, m) =>
    rowEntries(matrix, m).reduce((sum, [n, h]) => sum ^ multiply(matrix.field, h, word[n]), 0),
  );
}

function randomSymbols(length: number, q: number, random: () => number): number[] {
  return Array.from({ length }, () => Math.floor(random() * q));
}
