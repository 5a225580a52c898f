import { encode, systematicEncoder } from "../../src/code/encoder.ts";
import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";
import { randomNumbers } from "../simulation/random.ts";
import { GRID, randomLlr } from "./reproductions/min-max-symbols/messages.ts";

/** Input of a decoder over GF(q) for one frame, and the sent word. */
export interface SymbolFrame {
  readonly word: number[];
  /** [variable][symbol], one of each 0. */
  readonly llr: number[][];
  /** H·word, by check. */
  readonly syndrome: number[];
}

export interface FrameRequest {
  readonly count: number;
  readonly seed: number;
  /** Any words, with their syndromes; codewords if left out. */
  readonly withSyndrome?: boolean;
  /** LLRs are multiples of it; `GRID` if left out. */
  readonly grid?: number;
  /** LLRs are below it; 8 if left out. */
  readonly bound?: number;
}

/** Noisy words: of ten frames the first without a wrong symbol, a tenth more of them in each that follows. */
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

/** LLRs in which a symbol of the word is the likeliest, or with probability `wrong` one at random. */
export function noisyLlr(
  word: readonly number[],
  q: number,
  random: () => number,
  { wrong = 0.15, grid = GRID, bound = 8 } = {},
): number[][] {
  return word.map((symbol) => randomLlr(random, q, bound, random() < wrong ? Math.floor(random() * q) : symbol, grid));
}

/** Symbols at random, a codeword by chance only. */
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
